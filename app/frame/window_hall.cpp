// Present in the window: full screen, the presenter's screen, freezing, clocks; and what is kept so
// that a lecture goes on where the program died.

#include <chrono>
#include <cmath>
#include <ctime>
#include <sstream>

#include "app/frame/settings_file.h"
#include "app/frame/window_loop.h"
#include "app/views/hall.h"
#include "core/page/presenter_page.h"
#include "core/picture/picture.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

std::string time_of_day() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[8] = "";
  if (const std::tm* const local = std::localtime(&now))
    std::strftime(text, sizeof text, "%H:%M", local);
  return text;
}

int whole_seconds(float left) { return static_cast<int>(std::ceil(left)); }

}  // namespace

void WindowLoop::follow_present(double now) {
  const bool present = session_.layout.present;
  if (!present) {
    view_.tool = Tool::none;
    view_.frozen = false;
    presenter_.reset();
    presenter_wanted_ = true;
    present_since_ = now;
  }
  if (present != window_.full_screen()) {
    settle_window();
    window_.set_full_screen(present);
    mark(Stale::page);
  }
  if (!present || presenter_ || !presenter_wanted_) return;
  presenter_wanted_ = false;  // once it is closed by hand it stays closed
  const std::optional<Window::Place> other = window_.other_monitor();
  if (!other && !hooks_.presenter) return;
  try {
    const Window::Place forced{0, 0, 900, 560};
    presenter_ = std::make_unique<PresenterScreen>(window_, other.value_or(forced), !other);
    presenter_stale_ = true;
  } catch (const InputError&) {
    // The strip is there for that.
  }
}

void WindowLoop::pass_hall(double now) {
  Intents intents;
  if (!pass_hall_time(session_, view_, now, intents)) return;
  mark(Stale::overlay);
  carry_out(intents);
}

// One screen: the strip; more: the window.
void WindowLoop::switch_presenter() {
  if (presenter_) {
    presenter_.reset();
    return;
  }
  presenter_wanted_ = true;
  if (window_.other_monitor() || hooks_.presenter) return;
  presenter_wanted_ = false;
  apply(session_, traces_.now(session_), action::Strip{!session_.hall.strip});
  mark(Stale::page);
}

// The screens are others than before: follow_present opens it where there is a place for it, and
// of the hall's picture nothing counts as shown.
void WindowLoop::open_presenter_anew() {
  presenter_.reset();
  presenter_wanted_ = true;
  settle_window();
  mark(Stale::page);
}

// Not while something moves: what comes next is the same, and two pictures more to draw.
void WindowLoop::look_after_presenter() {
  if (!presenter_) return;
  if (presenter_->close_wanted()) {
    presenter_.reset();
    return;
  }
  if (!presenter_stale_ || moving(session_)) return;
  presenter_stale_ = false;
  const glm::ivec2 size = presenter_->pixels();
  if (size.x <= 0 || size.y <= 0) return;
  presenter_->show(layout_presenter(session_, hall_page_ ? *hall_page_ : page_, view_.clock,
                                    {size.x, size.y, presenter_->content_scale()}));
}

void WindowLoop::follow_freeze() {
  const glm::ivec2 pixels = window_.pixels();
  const bool same = pixels == laid_out_for_;
  if (!view_.frozen || !same) {
    if (hall_page_) presenter_stale_ = true;
    hall_page_.reset();
    hall_session_.reset();
    view_.frozen = view_.frozen && same;
  } else if (!hall_page_) {
    hall_page_ = page_;
    hall_session_ = session_;
    presenter_stale_ = true;
  } else if (hall_session_->hall.strip != session_.hall.strip) {
    // The strip is the presenter's and comes and goes; the picture makes room for it.
    hall_session_->hall.strip = session_.hall.strip;
    TraceCache traces;
    const Trace& then = traces.now(*hall_session_);
    const Picture picture = paint(*hall_session_, then, traces.before(*hall_session_));
    hall_page_ =
        layout(*hall_session_, picture, {pixels.x, pixels.y, ui_scale(pixels)}, view_.scroll);
  }
}

void WindowLoop::tell_time(double now) {
  if (!presenter_ && !session_.hall.strip) return;
  PresenterClock clock{time_of_day(), clock_text(now - present_since_), view_.frozen};
  if (clock.time == view_.clock.time && clock.elapsed == view_.clock.elapsed &&
      clock.frozen == view_.clock.frozen)
    return;
  view_.clock = std::move(clock);
  presenter_stale_ = true;
  if (session_.hall.strip) mark(Stale::overlay);
}

// A poll's clock runs while nothing moves; it is drawn once a second.
void WindowLoop::count_down(float dt) {
  const bool counted = std::exchange(was_counting_, session_.hall.poll_left > 0);
  if (!was_counting_ || !counted) return;  // what was slept through before is not part of it
  const int before = whole_seconds(session_.hall.poll_left);
  advance(session_, traces_.now(session_), dt);
  if (whole_seconds(session_.hall.poll_left) != before) mark(Stale::page);
}

double WindowLoop::clock_due(double now) const {
  double due = -1;
  if (const float left = session_.hall.poll_left; left > 0)
    due = static_cast<double>(left - std::floor(left)) + 0.01;
  if (presenter_ || session_.hall.strip) {
    const double gone = now - present_since_;
    const double tick = 1.005 - (gone - std::floor(gone));
    due = due < 0 ? tick : std::min(due, tick);
  }
  return due;
}

void WindowLoop::keep_place() {
  std::string text = place_text(session_, file_.path);
  if (!text.empty()) text += window_.hall_monitor() + "\n";
  own_place_.keep(text);
}

void WindowLoop::keep_settings(const std::string& before) {
  const std::string now = settings_text(session_, language_, view_.motion);
  if (now != before) write_settings(settings_path(), now);
}

std::string WindowLoop::hall_text() const {
  const Hall& hall = session_.hall;
  constexpr const char* kCovers[] = {"none", "black", "white"};
  constexpr const char* kFilled[] = {"none", "story", "scene", "table"};
  constexpr const char* kTools[] = {"none", "laser", "spotlight", "pen"};
  std::ostringstream out;
  std::size_t points = 0;
  for (const auto& stroke : hall.ink) points += stroke.size();
  out << "cover " << kCovers[static_cast<std::size_t>(hall.cover)] << "\nfilled "
      << kFilled[static_cast<std::size_t>(hall.filled)] << "\ntool "
      << kTools[static_cast<std::size_t>(view_.tool)] << "\nink " << points << "\nfrozen "
      << (view_.frozen ? "yes" : "no") << "\npresenter "
      << (presenter_   ? "window"
          : hall.strip ? "strip"
                       : "off")
      << "\npoll " << whole_seconds(hall.poll_left) << "\nsheet "
      << (view_.sheet == Sheet::help ? "help" : "none") << " " << view_.help_page + 1
      << "\ncontents "
      << (session_.gallery    ? "pictures"
          : session_.contents ? "on"
                              : "off")
      << "\nfocus " << view_.focused << "\nsize " << page_.size.x << " " << page_.size.y << "\n";
  return out.str();
}

}  // namespace qkv
