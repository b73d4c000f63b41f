#include "app/frame/window_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <utility>

#include "app/frame/settings_file.h"
#include "app/platform/gl_loading.h"
#include "app/platform/motion.h"
#include "app/platform/state_folder.h"
#include "app/render/image.h"
#include "app/views/bars.h"
#include "app/views/hall.h"
#include "app/views/keyboard.h"
#include "app/views/mouse.h"
#include "app/views/overlay.h"
#include "app/views/popups.h"
#include "core/files/write_file.h"
#include "core/page/layout.h"
#include "core/picture/landscape.h"
#include "core/picture/picture.h"
#include "core/session/action.h"
#include "core/session/beside.h"
#include "core/session/course.h"
#include "core/text/input_error.h"
#include "core/text/shortened.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kLongestStep = 0.1f;  // seconds: after a stall an animation goes on where it was

// Play waits at a stop: nothing moves, but time counts.
bool between_beats(const Session& session) {
  const Playhead& playhead = session.playhead;
  return session.playing && session.blends.empty() && playhead.progress >= 1 &&
         playhead.at == playhead.target;
}

}  // namespace

WindowLoop::WindowLoop(const WindowRequest& request, Hooks hooks)
    : hooks_(std::move(hooks)),
      verbose_(request.verbose),
      session_(request.start),
      file_(scene_file(request.path)),
      recovery_(state_folder().empty() ? "" : state_folder() + "/unsaved"),
      ui_scale_(request.ui_scale),
      window_(window_title(file_, session_), request.size),
      title_(window_title(file_, session_)) {
  kept_progress_ = request.kept;
  window_.set_hall_monitor(request.monitor);
  language_ = read_language(settings_path());
  view_.motion = read_motion(settings_path());
  follow_motion(false);
  start_files(request.path);
  if (!request.fault.empty()) tell(request.fault, true);
  if (verbose_) std::fprintf(stderr, "window, %s\n", gl_description().c_str());
}

int WindowLoop::run() {
  last_time_ = Window::seconds();
  const double end = last_time_ + static_cast<double>(hooks_.play_seconds);
  if (hooks_.play_seconds > 0) apply(session_, traces_.now(session_), action::Play{});
  while (!quit_) {
    const double now = Window::seconds();
    pass_time(now);
    follow_present(now);
    pass_hall(now);
    tell_time(now);
    draw(now);
    look_after_presenter();
    if (hooks_.one_frame || (hooks_.play_seconds > 0 && now > end)) break;
    look_after_motion();
    keep_place();
    write_state();
    const std::vector<Event> events = wait_for_events(Window::seconds());
    take_events(events);
    take_opened();
    run_stopwatch();
    go_on_sharing();
    look_after_files();
    save_progress();
  }
  finish();
  return 0;
}

// Asleep unless something moves; then a frame per refresh of the monitor, also where the driver
// does not wait for it.
std::vector<Event> WindowLoop::wait_for_events(double now) {
  const glm::ivec2 pixels = window_.pixels();
  const double autosave = autosave_.due_in(now);
  if (!window_.visible() || pixels.x <= 0 || pixels.y <= 0)
    return autosave < 0 ? window_.wait() : window_.wait(autosave);
  if (stale_ != Stale::nothing || sharing_.job) return window_.wait(0);
  const bool still = between_beats(session_);
  if (gui_frames_ > 0 || settles_at_ > 0 || (moving(session_) && !still)) {
    const double due = last_frame_ + static_cast<double>(window_.refresh_seconds());
    return window_.wait(std::max(0.0, due - now));
  }
  double seconds =
      still ? static_cast<double>(session_.play_wait / std::max(0.1f, session_.play_speed)) : -1;
  const double overlay = overlay_due(page_, view_, now - view_.hover_since);
  if (overlay >= 0) seconds = seconds < 0 ? overlay : std::min(seconds, overlay);
  if (autosave >= 0) seconds = seconds < 0 ? autosave : std::min(seconds, autosave);
  for (const double due : {clock_due(now), hall_due(session_, view_, now)})
    if (due >= 0) seconds = seconds < 0 ? due : std::min(seconds, due);
  return seconds < 0 ? window_.wait() : window_.wait(seconds + 0.001);
}

void WindowLoop::mark(Stale stale) { stale_ = std::max(stale_, stale); }

void WindowLoop::pass_time(double now) {
  const auto dt = static_cast<float>(now - last_time_);
  last_time_ = now;
  if (settles_at_ > 0) {
    mark(Stale::overlay);
    if (now > settles_at_) settles_at_ = 0;
  }
  if (tip_pending_ && overlay_due(page_, view_, now - view_.hover_since) < 0) mark(Stale::overlay);
  if (!moving(session_)) {
    was_moving_ = false;
    count_down(dt);
    return;
  }
  was_counting_ = session_.hall.poll_left > 0;
  // Time that was slept through before the movement began is not part of it.
  const bool slept = !was_moving_;
  was_moving_ = true;
  const bool at_stop = between_beats(session_);
  advance(session_, traces_.now(session_),
          slept     ? 0.0f
          : at_stop ? dt
                    : std::min(dt, kLongestStep));
  if (!at_stop || !between_beats(session_)) mark(Stale::page);
}

void WindowLoop::take_events(const std::vector<Event>& events) {
  for (const Event& event : events) take_event(event);
  // A popup's own events do not come here, but it must be drawn.
  const bool heard = gui_ && gui_->take_heard();
  if (!view_.popup.name.empty() && (heard || !events.empty())) gui_frames_ = kGuiFrames;
}

void WindowLoop::take_event(const Event& event) {
  Intents intents;
  const Quantity quantity = view_.quantity;
  const std::string hovered = view_.hovered;
  const Quantity tip = view_.tip;
  const bool told = !view_.message.text.empty(), rested = view_.rests;
  if (std::holds_alternative<event::KeyDown>(event)) ++inputs_;
  if (const auto* button = std::get_if<event::Button>(&event); button != nullptr && button->down)
    ++inputs_;
  const auto visit = [&](const auto& e) {
    using E = std::decay_t<decltype(e)>;
    if constexpr (std::is_same_v<E, event::KeyDown>) {
      on_key(e, session_, page_, view_, intents);
      mark(Stale::overlay);
    } else if constexpr (std::is_same_v<E, event::Typed>) {
      on_typed(e.code, session_, view_, intents);
      mark(Stale::overlay);
    } else if constexpr (std::is_same_v<E, event::MouseMoved>) {
      on_moved(e, session_, page_, view_, Window::seconds(), intents);
      // The tooltip follows the mouse.
      if (view_.quantity || !view_.offer.empty() || view_.tool != Tool::none) mark(Stale::overlay);
    } else if constexpr (std::is_same_v<E, event::MouseLeft>) {
      view_.mouse_inside = false;
    } else if constexpr (std::is_same_v<E, event::Button>) {
      const bool told_here = e.down && !session_.layout.present;  // a hall sees no bars
      if (told_here && offer_rect(page_, view_).contains(e.at))
        intents.offer = offer_at(page_, view_, e.at);
      else if (told_here && message_rect(page_, view_).contains(e.at))
        view_.message = {};
      else
        on_button(e, session_, page_, view_, Window::seconds(), intents);
      mark(Stale::overlay);
    } else if constexpr (std::is_same_v<E, event::Wheel>) {
      on_wheel(e, session_, page_, view_, intents);
      mark(Stale::page);
    } else if constexpr (std::is_same_v<E, event::Dropped>) {
      if (!e.paths.empty()) intents.open = e.paths.front();
    } else if constexpr (std::is_same_v<E, event::Resized>) {
      mark(Stale::page);
    } else if constexpr (std::is_same_v<E, event::Exposed>) {
      screen_follows_ = false;  // whatever else is drawn again, all of it is shown
      mark(Stale::pixels);
    } else if constexpr (std::is_same_v<E, event::Monitors>) {
      window_.look_at_monitors();
      open_presenter_anew();
    } else {
      intents.quit = true;
    }
  };
  std::visit(visit, event);
  find_hovered(page_, view_, Window::seconds());
  if (quantity != view_.quantity || hovered != view_.hovered || tip != view_.tip ||
      (session_.layout.present && rested != view_.rests))
    mark(Stale::overlay);
  window_.set_cursor(cursor_for(page_, view_));
  // The line that says how far it is has been sent away.
  if (sharing_.job && told && view_.message.text.empty()) give_up_sharing();
  carry_out(intents);
}

// The first drag starts from the camera that the Landscape chose to show the plane.
Action WindowLoop::from_what_is_seen(const Action& action) {
  const auto* orbit = std::get_if<action::Orbit>(&action);
  if (!orbit || session_.camera.by_hand || shown_scene(session_) != Scene::landscape) return action;
  const Trace& now = traces_.now(session_);
  const LandscapePicture seen = paint_landscape(session_, now, traces_.before(session_));
  if (!seen.available) return action;
  return orbit_from(session_, seen.camera, orbit->azimuth, orbit->elevation);
}

void WindowLoop::carry_out(Intents& intents) {
  const std::string settings = settings_text(session_, language_, view_.motion);
  for (const Action& action : intents.actions) {
    apply(session_, traces_.now(session_), from_what_is_seen(action));
    if (intents.settle) settle(session_, traces_.now(session_));
    mark(Stale::page);
  }
  // Who goes on has read what was told; an error stays until it is closed.
  const bool goes_on =
      std::any_of(intents.actions.begin(), intents.actions.end(), [](const Action& action) {
        return std::holds_alternative<action::Next>(action) ||
               std::holds_alternative<action::NextStage>(action);
      });
  if (goes_on && !view_.message.error && !sharing_.job) view_.message = {};
  if (!intents.actions.empty()) keep_settings(settings);
  if (intents.presenter) switch_presenter();
  if (intents.swap_screens && session_.layout.present) {
    window_.change_monitor();
    open_presenter_anew();
  }
  if (!intents.language.empty()) speak(intents.language);
  if (intents.motion) {
    view_.motion = *intents.motion;
    write_settings(settings_path(), settings_text(session_, language_, view_.motion));
    follow_motion(true);
  }
  if (intents.copy_picture) copy_the_picture();
  if (intents.copy) {
    window_.set_clipboard(intents.copy->text);
    session_.notice = intents.copy->notice;
    mark(Stale::page);
  }
  if (intents.paste) {
    apply(session_, traces_.now(session_), action::SetSentence{window_.clipboard()});
    mark(Stale::page);
  }
  Opened how = Opened::where_left;
  if (std::exchange(session_.next_lesson_wanted, false)) {
    const std::string next = next_lesson_id(session_);
    if (!next.empty()) intents.open = next;
    how = Opened::as_next;
  }
  if (std::exchange(session_.previous_lesson_wanted, false)) {
    intents.open = previous_lesson_id(session_);
    how = Opened::at_end;
  }
  if (std::string wanted = std::exchange(session_.lesson_wanted, {}); !wanted.empty()) {
    intents.open = std::move(wanted);
    how = Opened::where_left;
  }
  if (intents.open) {
    opened_ = how;  // whatever is wanted last
    opener_.open(*intents.open, Window::wake);
  }
  carry_out_files(intents);
}

// At once and for good. What was said in the old language goes.
void WindowLoop::speak(const std::string& language) {
  if (!set_language(language)) return;
  language_ = language;
  write_settings(settings_path(), settings_text(session_, language_, view_.motion));
  session_.notice.clear();
  view_.message = {};
  fonts_for_ = nullptr;  // its letters may need another font
  mark(Stale::page);
}

// The system is asked once, when the first picture stands: it may take its time.
void WindowLoop::look_after_motion() {
  if (view_.motion == Motion::system && !system_still_ && !motion_asked_.valid())
    motion_asked_ = std::async(std::launch::async, [] {
      const bool still = system_reduces_motion();
      Window::wake();
      return still;
    });
  // The thread wakes us a moment before its result can be had.
  if (!motion_asked_.valid() ||
      motion_asked_.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready)
    return;
  system_still_ = motion_asked_.get();
  follow_motion(false);
}

// Full motion that nobody has just chosen leaves a scene or a command line its own.
void WindowLoop::follow_motion(bool chosen) {
  const bool still = view_.motion == Motion::reduced ||
                     (view_.motion == Motion::system && system_still_.value_or(false));
  if (session_.reduced_motion == still || !(still || chosen)) return;
  apply(session_, traces_.now(session_), action::ReducedMotion{still});
  mark(Stale::page);
}

void WindowLoop::take_opened() {
  std::optional<Opener::Result> result = opener_.take();
  if (!result) return;
  if (result->document && takes_now(session_) && can_lie_beside(*result->document)) {
    put_beside(session_, result->document);
    mark(Stale::page);
  } else if (result->document) {
    show(std::move(result->document), result->path);
  } else {
    tell(result->error, true);
  }
}

// What the open lesson wants measured; a lesson that was left wants nothing any more.
void WindowLoop::run_stopwatch() {
  const auto& pieces = session_.document->pieces;
  const auto named = [&](const char* name) -> const Tensor* {
    if (!pieces) return nullptr;
    const auto found = pieces->computed.find(name);
    return found == pieces->computed.end() ? nullptr : &found->second;
  };
  const Tensor* const words = named("measured_n");
  const Tensor* const width = named("head_width");
  if (!session_.measure_wanted) return stopwatch_.stop();
  if (!stopwatch_.busy() && words != nullptr && width != nullptr)
    stopwatch_.start({words->data.begin(), words->data.end()}, static_cast<int>(width->data[0]),
                     Window::wake);
  std::optional<std::vector<float>> seconds = stopwatch_.take();
  if (!seconds) return;
  apply(session_, traces_.now(session_), action::Measured{std::move(*seconds)});
  mark(Stale::page);
}

void WindowLoop::show(DocumentPtr document, const std::string& path) {
  try {
    const Opened how = std::exchange(opened_, Opened::where_left);
    Session opened = how == Opened::at_end    ? open_at_its_end(session_, std::move(document))
                     : how == Opened::as_next ? open_next(session_, std::move(document))
                                              : open_where_left(session_, std::move(document));
    SceneFile file = scene_file(path);
    replace_session(std::move(opened), std::move(file));
  } catch (const InputError& error) {
    tell(error.said(), true);
  }
}

void WindowLoop::tell(const std::string& text, bool error) {
  view_.message = {shortened(text), error};
  mark(Stale::overlay);
}

void WindowLoop::save_progress() {
  Kept now{session_.progress, session_.last_lesson};
  if (now == kept_progress_) return;
  write_progress(progress_path(), now, kept_progress_);
  kept_progress_ = std::move(now);
}

// At rest, and only when something has happened since the last time.
void WindowLoop::write_state() {
  if (hooks_.state_file.empty() || moving(session_) || opener_.busy() || gui_frames_ > 0) return;
  if (stale_ != Stale::nothing || (inputs_ == written_inputs_ && frames_ == written_frames_))
    return;
  written_inputs_ = inputs_;
  written_frames_ = frames_;
  write_file(hooks_.state_file, state_text(session_) + places_text(page_) + hall_text() +
                                    "message " + view_.message.text + "\npopup " +
                                    view_.popup.name + "\ntitle " + title_ + "\noffer " +
                                    view_.offer + "\nframes " + std::to_string(frames_) +
                                    "\ninputs " + std::to_string(inputs_) + "\n");
}

void WindowLoop::finish() {
  if (!quit_) put_away();
  own_place_.forget();
  stale_ = Stale::nothing;
  gui_frames_ = 0;
  write_state();
  if (!hooks_.screenshot.empty()) write_file(hooks_.screenshot, encode_png(picture_of_page()));
  if (hooks_.timing.empty()) return;
  std::sort(frame_seconds_.begin(), frame_seconds_.end());
  const std::size_t count = frame_seconds_.size();
  std::ostringstream out;
  out.precision(12);
  out << "first_at " << first_frame_.at << "\nfirst_cpu " << first_frame_.cpu << "\nfirst_mb "
      << first_frame_.resident_mb << "\nframes " << count << "\nmedian_ms "
      << (count > 0 ? 1000 * frame_seconds_[count / 2] : 0) << "\n";
  write_file(hooks_.timing, out.str());
}

}  // namespace qkv
