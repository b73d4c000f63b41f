#include "core/session/action.h"

#include <algorithm>
#include <cmath>

#include "core/document/library.h"
#include "core/session/camera_actions.h"
#include "core/session/change.h"
#include "core/session/course.h"
#include "core/session/edits.h"
#include "core/session/floor_actions.h"
#include "core/session/hall_actions.h"
#include "core/session/knob_places.h"
#include "core/session/notices.h"
#include "core/session/part_view.h"
#include "core/session/pin.h"
#include "core/session/predict.h"
#include "core/session/questions.h"
#include "core/session/training.h"
#include "core/session/walk.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

template <class... T>
bool is_any(const Action& action) {
  return (std::holds_alternative<T>(action) || ...);
}

/// Actions that neither walk nor change what is looked at: notice and offer stay.
bool only_looks(const Action& action) {
  return is_any<action::Speed, action::ShowTab, action::ShowScene, action::Orbit, action::Zoom,
                action::Home, action::SetCamera, action::LayFloor, action::SetTheme,
                action::TextScale, action::Fold, action::Colors, action::ReducedMotion,
                action::Contents, action::ShowCode, action::Pin, action::Compare, action::QueriesAs,
                action::TurnKnob, action::Measure, action::Measured, action::LookBeside,
                action::CoverWith, action::Fill, action::Draw, action::Wipe, action::Strip,
                action::Count>(action);
}

bool keeps_playing(const Action& action) {
  return is_any<action::Play, action::Speed, action::SetTheme, action::ReducedMotion>(action);
}

std::string lesson_title(const std::string& id) {
  for (const LessonInfo& lesson : lessons()) {
    if (lesson.id == id) return title_of(lesson);
  }
  return id;
}

Slice within(const Slice& wanted, const Document& document) {
  return {std::clamp(wanted.layer, 0, std::max(0, document.layers() - 1)),
          std::clamp(wanted.batch, 0, std::max(0, document.batches() - 1)),
          std::clamp(wanted.head, 0, std::max(0, document.heads() - 1))};
}

struct Applier {
  Session& session;
  const Trace& trace;
  bool offered;           ///< the next lesson, by the action before this one
  bool offered_previous;  ///< the lesson before
  bool refused = false;

  bool asking() const { return session.question >= 0; }
  int questions() const { return static_cast<int>(session.document->questions.size()); }

  WalkShape shape() const { return walk_shape(session, trace, session.row); }

  void go(const WalkShape& walk, const Stop& target) {
    if (session.reduced_motion) {
      session.playhead = rest_at(target);
    } else {
      set_out(session.playhead, walk, target);
    }
  }

  bool runs_back() const { return earlier(session.playhead.target, session.playhead.from); }

  /// `ahead` names the stop that comes after where the walk stands.
  template <class Ahead>
  void go_forward(const WalkShape& walk, Ahead ahead) {
    if (offered_previous) return;  // takes back the offer, as Back takes back that of the next
    if (asking()) {
      if (!at_rest(session.playhead)) return arrive(session.playhead);
      // Nobody in a hall has answered by hand: the answer is the next step.
      if (session.layout.present && is_open(session)) return tell_answer(session);
      return session.question + 1 < questions() ? ask(session, session.question + 1) : at_the_end();
    }
    // No press is lost: during a beat it finishes it and goes on; on the way back it turns round,
    // and of a beat that is there to be watched it shows the end.
    if (!at_rest(session.playhead)) {
      const bool ends_here = runs_back() || is_watched(walk, session.playhead.at);
      finish_forward(session.playhead);
      if (ends_here) return;
    }
    const Stop target = ahead(walk);
    if (target != session.playhead.at) {
      go(walk, target);
    } else if (questions() > 0) {
      ask(session, 0);
    } else {
      at_the_end();
    }
  }

  /// `behind` names the stop before where the walk stands.
  template <class Behind>
  void go_back(const WalkShape& walk, Behind behind) {
    if (offered) return;  // Back takes back the offer, which was the last step
    if (asking()) {
      // What Next told to the hall, Back asks again.
      if (session.layout.present && is_told(session)) return ask_again(session);
      if (session.question > 0) return ask(session, session.question - 1);
      return leave();
    }
    if (!at_rest(session.playhead)) {
      const bool went_on = !runs_back();
      finish_backward(session.playhead);
      if (went_on) return;
    }
    const Stop target = behind(walk);
    target != session.playhead.at ? go(walk, target) : before_the_start();
  }

  void at_the_end() {
    const std::string next = next_lesson_id(session);
    if (next.empty()) {
      session.notice = notice::walk_done();
      return;
    }
    session.next_lesson_offered = true;
    session.next_lesson_wanted = session.next_lesson_wanted || offered;
    session.notice = notice::next_lesson(lesson_title(next));
  }

  void before_the_start() {
    const std::string previous = previous_lesson_id(session);
    if (previous.empty()) return;
    session.previous_lesson_offered = true;
    session.previous_lesson_wanted = session.previous_lesson_wanted || offered_previous;
    session.notice = notice::previous_lesson(lesson_title(previous));
  }

  void leave() {
    if (!asking()) return;
    leave_questions(session);
    keep_on_the_walk(session, trace);
  }

  void jump(const Stop& stop) { session.playhead = rest_at(stop); }

  void choose(int row) {
    row = std::clamp(row, 0, std::max(0, session.document->n() - 1));
    if (row == shown_row(session)) return;
    if (!shown_part(session).words.empty()) {
      session.notice = notice::own_words();
      return;
    }
    if (!at_rest(session.playhead)) arrive(session.playhead);
    if (row == session.row) {  // a part about another word does not give way to the walk's own
      session.notice = notice::own_word(shown_word(session));
      return;
    }
    session.reached.resize(static_cast<std::size_t>(session.document->n()));
    session.reached[static_cast<std::size_t>(session.row)] = session.playhead.at;
    blend_from_here(session, Blend::Property::row);
    session.row = row;
    jump(nearest_stop(shape(), session.playhead.at));
  }

  /// As the history shows it: a switch by the state that it leads to.
  template <class Edit>
  std::string name_of(const Edit& action, const EditResult& result) const {
    if constexpr (std::is_same_v<Edit, action::ToggleCausal>)
      return text_of(action::SetMask{result.value.options.mask}, session);
    else if constexpr (std::is_same_v<Edit, action::ToggleScale>)
      return text_of(action::SetScale{scale_on(result.value.options), {}}, session);
    else
      return text_of(action, session);
  }

  /// An edit says what it leads to, or in an InputError why it cannot be.
  template <class Edit>
  void edit(const Edit& action) {
    try {
      const EditResult result = edited(session, action);
      change(session, trace, name_of(action, result), result.value, result.told);
    } catch (const InputError& error) {
      session.notice = error.said();
      refused = true;
    }
  }

  void operator()(const action::Next&) {
    go_forward(shape(), [&](const WalkShape& walk) { return stop_ahead(session, walk); });
  }
  void operator()(const action::Back&) {
    go_back(shape(), [&](const WalkShape& walk) { return stop_behind(session, walk); });
  }
  void operator()(const action::NextStage&) {
    go_forward(shape(),
               [&](const WalkShape& walk) { return next_stage_stop(walk, session.playhead.at); });
  }
  void operator()(const action::BackStage&) {
    go_back(shape(),
            [&](const WalkShape& walk) { return previous_stage_stop(walk, session.playhead.at); });
  }
  void operator()(const action::Rewind&) {
    leave();
    jump({});
  }
  void operator()(const action::End&) {
    leave();
    jump(last_stop(shape()));
  }
  void operator()(const action::GoTo& to) {
    leave();
    const WalkShape walk = shape();
    const Stop stop = nearest_stop(walk, to.stop);
    session.notice = notice::passed(session, walk, stop);
    if (has_data(walk, stop)) jump(stop);
  }
  void operator()(const action::Play&) {
    leave();
    session.playing = !session.playing;
    session.play_wait = 0.0f;
    if (!session.playing) return;
    if (!at_rest(session.playhead)) {
      session.play_wait = kPlayWaitSeconds;  // at the stop that the running beat leads to
    } else if (session.playhead.at == last_stop(shape())) {
      jump({});  // from the end Play begins anew, as every player does
    }
  }
  void operator()(const action::Speed& speed) {
    if (std::isfinite(speed.factor)) session.play_speed = std::clamp(speed.factor, 0.25f, 4.0f);
  }

  void operator()(const action::Select& select) { choose(select.row); }
  void operator()(const action::SelectBy& by) {
    const int n = session.document->n();
    choose(shown_row(session) + std::clamp(by.step, -n, n));
  }

  void operator()(const action::Reach& reach) {
    if (reach.row < 0 || static_cast<std::size_t>(reach.row) >= session.reached.size()) return;
    const Stop& stop = reach.stop;
    const WalkShape walk = walk_shape(session, trace, reach.row);
    const bool there = nearest_stop(walk, stop) == stop && has_data(walk, stop);
    if (reach.row == session.row) {
      if (there) jump(stop);
      return;
    }
    // Another word may have got to a key that the mask has hidden from it since.
    const bool key = stop.key >= 0 && stop.key < session.document->m() &&
                     ((stop.stage == Stage::score && stop.beat == Beat::score_key) ||
                      (stop.stage == Stage::mix && stop.beat == Beat::mix_key));
    const bool rest = stop.key == -1 && stop.stage == Stage::mix && stop.beat == Beat::mix_rest &&
                      session.document->m() > kMostKeyStops;
    if (there || key || rest) session.reached[static_cast<std::size_t>(reach.row)] = stop;
  }

  void operator()(const action::ShowTab& show) { session.held_tab = show.tab; }
  void operator()(const action::ShowScene& show) {
    if (show.scene == Scene::lesson && !has_own_scene(*session.document)) return;
    session.scene = show.scene;
  }
  void operator()(const action::SetTheme& set) { session.theme = set.theme; }
  void operator()(const action::Colors& colors) { session.color_map = colors.map; }
  void operator()(const action::Steps& steps) { session.steps = steps.size; }
  void operator()(const action::TextScale& text) {
    if (std::isfinite(text.scale))
      session.layout.text_scale = std::clamp(text.scale, kSmallestText, kLargestText);
  }
  void operator()(const action::Fold& fold) {
    Layout& layout = session.layout;
    if (fold.panel == "story") layout.story_folded = !layout.story_folded;
    if (fold.panel == "table") layout.table_folded = !layout.table_folded;
    if (fold.panel == "keys") layout.all_rows = !layout.all_rows;
  }
  void operator()(const action::Present&) {
    session.layout.present ? end_present(session) : begin_present(session);
  }
  void operator()(const action::CoverWith& wanted) { cover(session, wanted); }
  void operator()(const action::Fill& wanted) { fill(session, wanted); }
  void operator()(const action::Draw& stroke) { draw(session, stroke); }
  void operator()(const action::Wipe&) { session.hall.ink.clear(); }
  void operator()(const action::Strip& strip) {
    session.hall.strip = strip.on && session.layout.present;
  }
  void operator()(const action::Count& wanted) { count(session, wanted); }
  void operator()(const action::ReducedMotion& reduced) {
    session.reduced_motion = reduced.on;
    if (!reduced.on) return;
    if (!at_rest(session.playhead)) arrive(session.playhead);
    session.blends.clear();
  }

  void operator()(const action::Orbit& by) { orbit(session, by); }
  void operator()(const action::Zoom& by) { zoom(session, by); }
  void operator()(const action::Home&) {
    session.kept_floor.reset();
    camera_home(session);
  }
  void operator()(const action::LayFloor& laid) { lay_floor(session, laid); }
  void operator()(const action::SetCamera& to) { set_camera(session, to); }
  void operator()(const action::Look& look) {
    const Slice slice = within(look.slice, *session.document);
    if (slice == session.slice) return;
    blend_from_here(session, Blend::Property::slice);
    session.slice = slice;
    keep_on_the_walk(session, trace);
  }

  void operator()(const action::LookBeside& look) {
    if (session.beside) session.beside_slice = within(look.slice, *session.beside);
  }

  void operator()(const action::Ask& to) {
    if (to.question >= 0 && to.question < questions()) ask(session, to.question);
  }
  void operator()(const action::Answer& given) { answer(session, given); }
  void operator()(const action::ShowCode& show) {
    session.layout.code = show.panel;
    session.layout.code_on_top = true;
  }
  void operator()(const action::Pin& pin) {
    if (is_secret(session, pin.quantity)) {
      session.notice = notice::predicting();
      return;
    }
    session.pinned = pinnable(session, pin.quantity);
    session.layout.code_on_top = false;
  }
  void operator()(const action::Compare& compare) {
    session.frozen.reset();
    if (!compare.on || trace.heads == 0) return;
    if (trace.scores.size() > kMostFrozen || trace.weights.size() > kMostFrozen) {
      session.notice = notice::too_large_to_freeze();
      return;
    }
    session.frozen = Frozen{session.document, session.options, session.slice,
                            std::make_shared<const Trace>(trace)};
  }
  void operator()(const action::QueriesAs& lines) {
    if (session.layout.queries_as_columns == lines.columns) return;
    session.layout.queries_as_columns = lines.columns;
    session.turning = session.reduced_motion ? 1.0f : 1.0f - session.turning;
  }
  void operator()(const action::Predict& wanted) {
    leave();
    if (wanted.row >= 0) choose(wanted.row);
    predict(session, trace, wanted);
  }
  void operator()(const action::Guess& made) { guess(session, made); }
  void operator()(const action::Reveal&) {
    asking() ? tell_answer(session) : reveal(session, trace);
  }
  void operator()(const action::Contents& contents) {
    session.contents = contents.on;
    session.gallery = contents.on && contents.pictures;
  }
  void operator()(const action::OpenLesson& open) {
    session.lesson_wanted = open.id;
    session.contents = session.gallery = false;
  }

  void operator()(const action::TurnKnob& turn) { turn_knob(session, {turn.knob, turn.place}); }

  void operator()(const action::Measure&) {
    session.measure_wanted = session.document->pieces.has_value();
    session.measured.clear();
  }
  void operator()(const action::Measured& done) {
    if (!session.document->pieces) return;
    session.measured = done.seconds;
    // Fewer than the lesson asked for: the measurement goes on.
    const PieceMap& asked = session.document->pieces->computed;
    const auto found = asked.find("measured_n");
    session.measure_wanted =
        found != asked.end() && done.seconds.size() < found->second.data.size();
  }

  template <class Edit>
  void operator()(const Edit& action) {
    static_assert(EditAction<Edit>);
    edit(action);
  }

  void operator()(const action::Train& run) {
    leave();
    release(session);
    train(session, trace, run.steps, text_of(run, session));
  }
  void operator()(const action::Untrain& own) {
    leave();
    release(session);
    untrain(session, text_of(own, session));
  }

  void operator()(const action::Grab&) { grab(session, trace); }
  void operator()(const action::Release&) { release(session); }
  void operator()(const action::Cancel&) { cancel(session, trace); }

  /// Undo and redo are seen: vectors travel, they do not jump.
  void go_back_to(const Edited& value) {
    const DocumentPtr from = session.document;
    put_back(session, trace, value);
    ease_from(session, from);
  }
  void operator()(const action::Undo&) {
    release(session);
    const Edit* edit = undo(session.history);
    if (edit) go_back_to(edit->before);
    session.notice = edit ? notice::undone(*edit) : notice::nothing_to_undo();
  }
  void operator()(const action::Redo&) {
    release(session);
    const Edit* edit = redo(session.history);
    if (edit) go_back_to(edit->after);
    session.notice = edit ? notice::redone(*edit) : notice::nothing_to_redo();
  }
};

/// Whoever has found the course or gone a few steps needs no telling any more.
void greet_less(Session& session, const Action& action) {
  if (session.newcomer == 0) return;
  if (is_any<action::Next, action::NextStage>(action)) --session.newcomer;
  if (is_any<action::Contents, action::OpenLesson, action::Ask>(action)) session.newcomer = 0;
}

}  // namespace

bool is_edit(const Action& action) {
  return std::visit([](const auto& one) { return EditAction<std::decay_t<decltype(one)>>; },
                    action) ||
         is_any<action::Train, action::Untrain>(action);
}

bool apply(Session& session, const Trace& trace, const Action& action) {
  const Stop before = session.playhead.at;
  const bool offered = session.next_lesson_offered;
  const bool offered_previous = session.previous_lesson_offered;
  if (!only_looks(action)) {
    session.next_lesson_offered = session.previous_lesson_offered = false;
    session.notice.clear();
  }
  if (!keeps_playing(action)) {
    session.playing = false;
    session.play_wait = 0.0f;
  }
  if (!only_looks(action)) {
    session.contents = session.gallery = false;
    session.hall.cover = Cover::none;
    session.hall.ink.clear();
    finish_training(session);  // as a running beat finishes at once
    session.easing.reset();
    if (!is_any<action::Guess, action::Reveal>(action)) session.prediction.reset();
  }
  greet_less(session, action);
  Applier applier{session, trace, offered, offered_previous};
  std::visit(applier, action);
  look_after_floor(session);
  keep_pinned(session, trace);
  note_progress(session, trace);
  release_tab(session, before);
  return !applier.refused;
}

}  // namespace qkv
