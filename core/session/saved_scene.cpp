#include "core/session/saved_scene.h"

#include <filesystem>

#include "core/document/reference.h"
#include "core/session/action.h"
#include "core/session/floor_actions.h"
#include "core/session/knob_places.h"
#include "core/session/options_path.h"
#include "core/session/training.h"
#include "core/session/walk_state.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

/// A session that is led, action by action, to where another one stands; what was done is the
/// script that leads there again.
class Leader {
 public:
  explicit Leader(Session fresh) : here_(std::move(fresh)) {}

  const Session& here() const { return here_; }
  void act(const Action& action) {
    text_ += (text_.empty() ? "" : "; ") + text_of(action, here_);
    apply(here_, traces_.now(here_), action);
    settle(here_, traces_.now(here_));
  }
  std::string take() { return std::move(text_); }

 private:
  Session here_;
  TraceCache traces_;
  std::string text_;
};

using Place = Session::BeforeQuestions;

void lead_options(Leader& leader, const AttentionOptions& to) {
  const auto here = [&]() -> const AttentionOptions& { return leader.here().options; };
  for (const Action& action : lead_mask_and_scale(here(), to)) leader.act(action);
  if (here().temperature != to.temperature) leader.act(action::SetTemperature{to.temperature});
  if (here().softcap != to.softcap) leader.act(action::SetSoftcap{to.softcap});
  if (here().variant != to.variant) leader.act(action::SetVariant{to.variant});
}

/// Word, stop, options, slice and how far every word had got. While a question is asked these are
/// led there too: nothing here leaves it.
void lead(Leader& leader, const Place& to) {
  if (leader.here().slice != to.slice) leader.act(action::Look{to.slice});
  lead_options(leader, to.options);
  leader.act(action::Select{to.row});
  for (std::size_t row = 0; row < to.reached.size(); ++row) {
    const auto place = static_cast<int>(row);
    if (place == to.row || leader.here().reached[row] == to.reached[row]) continue;
    leader.act(action::Reach{place, to.reached[row]});
  }
  if (leader.here().playhead.at != to.stop) leader.act(action::Reach{to.row, to.stop});
}

/// Answers in the order of the questions: each is given where it is asked.
void lead_answers(Leader& leader, const Session& session) {
  bool any = false;
  for (std::size_t i = 0; i < session.answers.size(); ++i) {
    const Given& given = session.answers[i];
    if (!given.answered) continue;
    leader.act(action::Ask{static_cast<int>(i)});
    leader.act(given.told ? Action{action::Reveal{}}
                          : Action{action::Answer{session.document->questions[i].kind, given.row,
                                                  given.key, given.number}});
    any = true;
  }
  if (any) leader.act(action::Rewind{});
}

void lead_prediction(Leader& leader, const Session& session) {
  if (!session.prediction) return;
  const Prediction& own = *session.prediction;
  leader.act(action::Predict{own.of, own.row, own.key});
  for (std::size_t key = 0; key < own.guess.size(); ++key)
    if (own.guess[key] != 0) leader.act(action::Guess{static_cast<int>(key), own.guess[key]});
  if (own.revealed) leader.act(action::Reveal{});
}

void lead_hall(Leader& leader, const Hall& hall) {
  if (hall.filled != Filled::none) leader.act(action::Fill{hall.filled});
  if (hall.strip) leader.act(action::Strip{true});
  if (hall.poll_left != leader.here().hall.poll_left) leader.act(action::Count{hall.poll_left});
}

/// Last of all: any step would take it away.
void lead_cover(Leader& leader, const Hall& hall) {
  for (const auto& stroke : hall.ink) leader.act(action::Draw{true, stroke});
  if (hall.cover != Cover::none) leader.act(action::CoverWith{hall.cover});
}

void lead_view(Leader& leader, const Session& session) {
  const auto eye = [&](Theme theme, StepSize steps) {
    if (leader.here().theme != theme) leader.act(action::SetTheme{theme});
    if (leader.here().steps != steps) leader.act(action::Steps{steps});
  };
  if (session.layout.present) {
    if (session.before_present) eye(session.before_present->theme, session.before_present->steps);
    leader.act(action::Present{});
  }
  eye(session.theme, session.steps);
  lead_hall(leader, session.hall);
  const Session& here = leader.here();
  if (session.scene != here.scene) leader.act(action::ShowScene{session.scene});
  if (session.color_map != here.color_map) leader.act(action::Colors{session.color_map});
  if (session.play_speed != 1.0f) leader.act(action::Speed{session.play_speed});
  if (session.layout.text_scale != 1.0f) leader.act(action::TextScale{session.layout.text_scale});
  if (session.layout.code != here.layout.code) leader.act(action::ShowCode{session.layout.code});
  if (session.layout.story_folded) leader.act(action::Fold{"story"});
  if (session.layout.table_folded) leader.act(action::Fold{"table"});
  if (session.layout.all_rows) leader.act(action::Fold{"keys"});
  if (session.camera != here.camera) leader.act(action::SetCamera{session.camera});
  for (const action::LayFloor& laid : kept_vectors(session)) leader.act(laid);
  const KnobPlaces places = knob_places(session);
  for (std::size_t i = 0; i < session.turned.size(); ++i)
    if (session.turned[i].place == places[i])
      leader.act(action::TurnKnob{static_cast<int>(i), places[i]});
  if (!session.measured.empty()) leader.act(action::Measured{session.measured});
  if (session.layout.queries_as_columns) leader.act(action::QueriesAs{true});
  lead_prediction(leader, session);
  if (session.held_tab) leader.act(action::ShowTab{*session.held_tab});
  if (session.pinned) leader.act(action::Pin{session.pinned});
  if (session.layout.code_on_top) leader.act(action::ShowCode{session.layout.code});
  lead_cover(leader, session.hall);
}

/// The tensors' path as the new scene must say it.
std::string path_from(const std::string& scene, const Document& document) {
  namespace fs = std::filesystem;
  fs::path tensors = document.tensors->path;
  const bool is_scene = document.origin != document.tensors->path;
  if (is_scene && tensors.is_relative())
    tensors = fs::path(document.origin).parent_path() / tensors;
  std::error_code error;
  const fs::path folder = fs::absolute(scene, error).parent_path();
  const fs::path relative = fs::absolute(tensors, error).lexically_relative(folder);
  return relative.empty() ? tensors.string() : relative.lexically_normal().string();
}

bool has_word(const Document& document, const std::string& word) {
  try {
    find_word(document.query_words, word);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Can every number that the text names still be found?
bool can_be_said(const std::string& text, const Document& document) {
  try {
    for (const std::string& name : names_in_braces(text))
      if (!is_name_of_moment(name)) parse_reference(name, document);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Where a word was edited away, the story uses the program's own text; a file whose texts name it
/// would not open, so these stay behind.
void leave_out_lost_texts(Document& scene) {
  const Document& there = scene;
  std::vector<StepText> steps = scene.steps.items();
  for (StepText& step : steps) {
    std::erase_if(step.title, [&](const auto& title) { return !can_be_said(title.second, there); });
    std::erase_if(step.text, [&](const auto& text) { return !can_be_said(text.second, there); });
    step.text.try_emplace("en");
  }
  if (!(steps == scene.steps.items())) scene.steps = std::move(steps);

  std::vector<Question> questions = scene.questions.items();
  for (Question& question : questions)
    std::erase_if(question.why, [&](const auto& why) { return !can_be_said(why.second, there); });
  if (!(questions == scene.questions.items())) scene.questions = std::move(questions);
}

/// Questions are answered from the document's own options and slice, so these stay as they are and
/// the script changes them; without questions the scene's options are simply those of the session.
Document scene_of(const Session& session, const std::string& path, bool own_options) {
  // A question is asked of the file's own matrices; what was trained stands behind it.
  const DocumentPtr own = walk_state(session).document;
  const Document& document = *own;
  Document scene = document;
  if (scene.tensors) scene.tensors->path = path_from(path, document);
  if (session.document != session.opened) leave_out_lost_texts(scene);
  scene.id = std::filesystem::path(path).stem().string();
  scene.origin = path;
  scene.state = {};
  if (own_options) {
    if (has_word(document, document.state.word)) scene.state.word = document.state.word;
    scene.state.layer = document.state.layer;
    scene.state.batch = document.state.batch;
    scene.state.head = document.state.head;
  } else {
    scene.options = session.options;
    scene.state.layer = session.slice.layer;
    scene.state.batch = session.slice.batch;
    scene.state.head = session.slice.head;
  }
  return scene;
}

struct Script {
  std::string text;
  bool exact = false;  ///< it leads to the session's options
};

Script script_to(const Session& session, const Document& scene) {
  Leader leader(open_session(std::make_shared<const Document>(scene)));
  lead_answers(leader, session);
  const Place now{
      session.row, session.playhead.target, session.options, session.slice, session.reached, {},
      {}};
  if (session.question >= 0) {
    lead(leader, session.before_questions.value_or(now));
    leader.act(action::Ask{session.question});
  }
  lead(leader, now);
  lead_view(leader, session);
  const bool exact = leader.here().options == session.options;
  return {leader.take(), exact};
}

}  // namespace

Document saved_scene(const Session& session, const std::string& path) {
  if (session.training_goal) {
    Session rest = session;
    finish_training(rest);
    return saved_scene(rest, path);
  }
  const bool own_options = !session.document->questions.empty();
  Document scene = scene_of(session, path, own_options);
  Script script = script_to(session, scene);
  if (own_options && !script.exact) {
    scene = scene_of(session, path, false);
    script = script_to(session, scene);
  }
  scene.state.actions = std::move(script.text);
  return scene;
}

}  // namespace qkv
