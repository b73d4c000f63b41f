#include <algorithm>
#include <string>

#include "core/document/library.h"
#include "core/document/written.h"
#include "core/picture/line_names.h"
#include "core/picture/panels/row_view.h"
#include "core/session/part_view.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string passed_reason(const WalkShape& shape, Stage stage, const Stop& stop) {
  if (!has_data(shape, stop)) return std::string(text("ribbon.no_data"));
  if (stage == Stage::scale) return std::string(text("ribbon.scale_off"));
  if (stage == Stage::mask) return std::string(text("ribbon.nothing_hidden"));
  return "";
}

/// A stop in words: "Softmax: One tower", "Score: cat". No two are alike.
std::string said_of(const Session& session, const Stop& stop, const std::string& stage) {
  const std::string id = stop_text(stop, *session.document);
  const std::size_t colon = id.find(':');
  if (colon == id.npos) return stage;
  if (is_part(stop)) return id;
  if (stop.key >= 0) return stage + ": " + id.substr(colon + 1);
  const bool other = session.scene == Scene::sentence &&
                     (stop.beat == Beat::softmax_stack || stop.beat == Beat::softmax_max);
  const std::string key = "story." + std::string(beat_id(stop.beat));
  return stage + ": " +
         filled(text_by_lines(session, key + (other ? ".sentence_title" : ".title")),
                {{"word", query_word(session, session.row)}});
}

std::vector<RibbonPicture::Segment> segments_of(const Session& session, const WalkShape& shape) {
  std::vector<RibbonPicture::Segment> segments;
  const bool written = is_written(*session.document);
  for (const Stop& stop : stops_of(shape)) {
    if (written && !has_data(shape, stop)) continue;  // never heard of in this lesson
    if (segments.empty() || !same_stage(segments.back().stops.back(), stop)) {
      RibbonPicture::Segment segment;
      segment.stage = stop.stage;
      segment.name = written && stop.stage == Stage::softmax ? std::string(text("ribbon.written"))
                                                             : stage_name(*session.document, stop);
      segment.passed = true;
      segment.passed_reason = passed_reason(shape, stop.stage, stop);
      segments.push_back(std::move(segment));
    }
    RibbonPicture::Segment& last = segments.back();
    last.stops.push_back(stop);
    last.stop_names.push_back(said_of(session, stop, last.name));
    last.passed = last.passed && passed(shape, stop);
  }
  return segments;
}

// At rest on the i-th of s stops the knob stands at (i + 1)/s: the end of what has happened.
void place_knob(RibbonPicture& picture, const Playhead& playhead) {
  for (std::size_t i = 0; i < picture.segments.size(); ++i) {
    const std::vector<Stop>& stops = picture.segments[i].stops;
    const auto found = std::find(stops.begin(), stops.end(), playhead.at);
    if (found == stops.end()) continue;
    picture.segment = static_cast<int>(i);
    picture.within = (static_cast<float>(found - stops.begin()) + ease(playhead.progress)) /
                     static_cast<float>(stops.size());
  }
}

/// How the walk goes and where it stands; while a question shows other options and another word,
/// where it waits: the timeline does not jump about with the questions.
struct OwnWalk {
  WalkShape shape;
  Playhead playhead;
};

OwnWalk own_walk(const Session& session, const Trace& now) {
  if (session.question < 0 || !session.before_questions)
    return {walk_shape(session, now, session.row), session.playhead};
  const Session::BeforeQuestions& before = *session.before_questions;
  Session walk = session;
  walk.options = before.options;
  walk.slice = before.slice;
  const Playhead there = rest_at(before.stop);
  if (walk.options == session.options && walk.slice == session.slice)
    return {walk_shape(walk, now, before.row), there};
  Trace trace;
  trace_of(*walk.document, walk.options, walk.slice, trace);
  return {walk_shape(walk, trace, before.row), there};
}

std::string next_text(const Session& session, bool at_end) {
  const int questions = static_cast<int>(session.document->questions.size());
  if (session.question < 0 && !at_end) return std::string(text("ribbon.next"));
  if (session.question < 0 && questions > 0) return std::string(text("question.to_first"));
  const auto asked = static_cast<std::size_t>(std::max(0, session.question));
  const bool open = session.question >= 0 &&
                    (asked >= session.answers.size() || !session.answers[asked].answered);
  const bool last = session.question + 1 >= questions;
  if (open && at_rest(session.playhead) && !session.next_lesson_offered &&
      (session.layout.present || !(last && next_lesson_id(session).empty())))
    return std::string(text(session.layout.present ? "question.tell" : "question.skip"));
  if (session.question >= 0 && session.question + 1 < questions)
    return filled(text("question.next"), {{"number", std::to_string(session.question + 2)}});
  if (next_lesson_id(session).empty()) return std::string(text("ribbon.end"));
  return std::string(text("ribbon.next_lesson"));
}

}  // namespace

RibbonPicture paint_ribbon(const Session& session, const Trace& now) {
  const auto [shape, playhead] = own_walk(session, now);
  RibbonPicture picture;
  picture.segments = segments_of(session, shape);
  place_knob(picture, playhead);
  const bool at_end =
      session.question < 0
          ? playhead.at == last_stop(shape)
          : session.question + 1 >= static_cast<int>(session.document->questions.size());
  picture.playing = session.playing;
  picture.can_back = session.question >= 0 || playhead.at.stage != Stage::start ||
                     playhead.progress < 1 || !previous_lesson_id(session).empty();
  picture.can_next = !at_end || (session.layout.present && is_open(session)) ||
                     (session.question < 0 && !session.document->questions.empty()) ||
                     !next_lesson_id(session).empty();
  picture.speed = session.play_speed;
  picture.steps = session.steps;
  picture.next_text = next_text(session, at_end);
  const bool written = is_written(*session.document);
  picture.hint = std::string(text(session.document->only_parts ? "ribbon.hint_parts"
                                  : written                    ? "ribbon.hint_words"
                                                               : "ribbon.hint"));
  if (session.newcomer > 0 && !lessons().empty())
    picture.invitation =
        filled(text("ribbon.invitation"), {{"title", title_of(lessons().front())}});
  const std::vector<std::string> own = shown_part(session).words;
  const int keys = own.empty() ? now.m : static_cast<int>(own.size());
  picture.footer = filled(text(written      ? "ribbon.footer_words"
                               : now.m == 1 ? "ribbon.footer_one"
                                            : "ribbon.footer"),
                          {{"word", shown_word(session)}, {"keys", std::to_string(keys)}});
  if (session.document->only_parts)
    picture.footer = filled(text("ribbon.footer_parts"), {{"words", std::to_string(now.n)}});
  if (now.d > 0) picture.footer += filled(text("ribbon.footer_d"), {{"d", std::to_string(now.d)}});
  return picture;
}

}  // namespace qkv
