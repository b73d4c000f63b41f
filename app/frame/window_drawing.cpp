// The drawing half of the window's loop.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/frame/window_loop.h"
#include "app/gl/objects.h"
#include "app/render/headless.h"
#include "app/views/bars.h"
#include "app/views/mouse.h"
#include "app/views/overlay.h"
#include "app/views/popups.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"

namespace qkv {
namespace {

// Showing a part waits once for the display server: about as long as it copies so many pixels.
constexpr std::int64_t kShownPixels = 150000;
constexpr float kLargeWidth = 2304, kLargeHeight = 1440;  // pixels; 3840x2160 reads at 1.5

}  // namespace

// A hall's screen is looked at from afar: there the window's height decides, not the monitor's
// dots. At a desk a larger window has room for more first; one as large as those of many fine dots
// have grows its type with it, without a jump while it is resized.
float WindowLoop::ui_scale(glm::ivec2 pixels) const {
  if (ui_scale_ > 0) return ui_scale_;
  const auto width = static_cast<float>(pixels.x), height = static_cast<float>(pixels.y);
  const float wanted =
      session_.layout.present ? height / 900 : std::min(width / kLargeWidth, height / kLargeHeight);
  return std::max(window_.content_scale(), std::clamp(wanted, 1.0f, 3.0f));
}

float WindowLoop::band_of(glm::ivec2 pixels) const {
  return band_height(session_, view_, glm::vec2(pixels), ui_scale(pixels));
}

void WindowLoop::lay_out() {
  const glm::ivec2 pixels = window_.pixels();
  const Trace& now = traces_.now(session_);
  const Picture picture = paint(session_, now, traces_.before(session_));
  const PageSize size{pixels.x, pixels.y, ui_scale(pixels), band_of(pixels)};
  follow_panels(session_, view_);
  page_ = layout(session_, picture, size, view_.scroll);
  view_.limit = score_limit(session_, now);
  const Scroll asked = view_.scroll;
  clamp_scroll(page_, view_);
  // Content that has shrunk may leave a panel scrolled past its end.
  if (asked.story != view_.scroll.story || asked.table != view_.scroll.table)
    page_ = layout(session_, picture, size, view_.scroll);
  laid_out_for_ = pixels;
  laid_out_band_ = size.band;
}

void WindowLoop::draw(double now) {
  const glm::ivec2 pixels = window_.pixels();
  if (pixels.x <= 0 || pixels.y <= 0 || !window_.visible()) return;
  if (pixels != laid_out_for_ || band_of(pixels) != laid_out_band_) mark(Stale::page);
  const bool gui = !view_.popup.name.empty();
  if (stale_ == Stale::nothing && !view_.popup.opening && gui_frames_ == 0) return;

  last_frame_ = Window::seconds();
  follow_freeze();
  if (stale_ == Stale::page) {
    lay_out();
    presenter_stale_ = true;
    find_hovered(page_, view_, now);
    window_.set_cursor(cursor_for(page_, view_));
  }
  if (stale_ >= Stale::overlay) {
    const Trace& trace = traces_.now(session_);
    const std::vector<Item> over =
        hall_page_ ? overlay_of_frozen(session_, trace, *hall_page_, view_)
                   : overlay(session_, trace, page_, view_, now - view_.hover_since);
    draw_page(over);
  } else {
    screen_follows_ = false;
  }
  stale_ = Stale::nothing;
  tip_pending_ = overlay_due(page_, view_, now - view_.hover_since) >= 0;
  show_page(gui);
  ++frames_;
  if (!hooks_.timing.empty()) measure();
}

void WindowLoop::draw_page(const std::vector<Item>& over) {
  const glm::ivec2 pixels = window_.pixels();
  kept_.draw(place(hall_page_ ? *hall_page_ : page_, over, pixels.x, pixels.y));
}

// Where it saves anything, only what was drawn again goes to the screen.
void WindowLoop::show_page(bool gui) {
  // While a window changes its size, frames are whole and shown by a swap: until the driver knows,
  // it draws and copies as if the window still had its old size, and parts may lie outside of it.
  if (window_.pixels() != shown_pixels_ && shown_pixels_.x > 0) settle_window();
  shown_pixels_ = window_.pixels();
  const bool settled = settles_at_ == 0;
  screen_follows_ = screen_follows_ && settled;
  const bool by_parts = window_.shows_parts() && !gui && settled;
  const std::vector<PixelRect> parts =
      by_parts && screen_follows_ ? gathered(kept_.drawn(), kShownPixels) : kept_.everything();
  kept_.show(parts, Rows::up);
  if (gui) draw_gui();
  if (by_parts) {
    for (const PixelRect& part : parts) window_.show_part(part.x, part.y, part.w, part.h);
  } else {
    window_.swap();
  }
  screen_follows_ = by_parts;
}

void WindowLoop::settle_window() {
  constexpr double kSecondsToSettle = 0.4;
  settles_at_ = Window::seconds() + kSecondsToSettle;
}

// The page alone, into the back buffer: the screen does not show it.
Image WindowLoop::picture_of_page() {
  const glm::ivec2 pixels = window_.pixels();
  draw_page({});
  kept_.show(kept_.everything(), Rows::up);
  screen_follows_ = false;
  return read_pixels(pixels.x, pixels.y, true);
}

void WindowLoop::measure() {
  glFinish();
  if (first_frame_.at == 0) first_frame_ = process_use();
  if (moving(session_)) frame_seconds_.push_back(Window::seconds() - last_frame_);
}

void WindowLoop::draw_gui() {
  if (!gui_) gui_ = std::make_unique<Gui>(window_);
  if (view_.popup.opening) gui_frames_ = kGuiFrames;
  if (gui_frames_ > 0) --gui_frames_;
  Intents intents;
  gui_->take_floor(true, leaves_control(view_));
  const GuiLook look = gui_look(session_, page_, view_);
  if (fonts_.supply(look.letters)) mark(Stale::page);
  gui_->begin_frame(look);
  if (!view_.popup.name.empty()) draw_popup(session_, traces_.now(session_), page_, view_, intents);
  gui_->end_frame();
  window_.set_cursor(gui_->wants_text_cursor() ? Cursor::text : Cursor::arrow);
  if (view_.popup.name.empty()) {
    gui_->take_floor(false);
    gui_frames_ = 0;
    mark(Stale::overlay);  // once more without it
  }
  if (view_.sheet != Sheet::none) mark(Stale::overlay);
  carry_out(intents);
}

}  // namespace qkv
