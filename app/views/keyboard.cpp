#include "app/views/keyboard.h"

#include <algorithm>
#include <cmath>

#include "app/views/course_keys.h"
#include "app/views/drag.h"
#include "app/views/hall.h"
#include "app/views/help_sheet.h"
#include "app/views/opening.h"
#include "core/picture/panels.h"
#include "core/session/questions.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

constexpr float kTextStep = 0.1f;

void text_scale(float by, const Session& session, Intents& intents) {
  const float scale = std::round((session.layout.text_scale + by) * 100) / 100;
  intents.actions.push_back(action::TextScale{std::clamp(scale, kSmallestText, kLargestText)});
}

// The next enabled hit after (before) the focused one, around the page.
void move_focus(const Page& page, ViewState& view, int step) {
  const auto count = static_cast<int>(page.hits.size());
  if (count == 0) return;
  const Hit* now = focused_hit(page, view);
  int at = now != nullptr ? static_cast<int>(now - page.hits.data()) : step > 0 ? -1 : count;
  for (int tries = 0; tries < count; ++tries) {
    at = (at + step + count) % count;
    const Hit& hit = page.hits[static_cast<std::size_t>(at)];
    if (!hit.enabled || hit.mouse_only || hit.name.empty()) continue;
    view.focused = hit.name;
    view.focus_index = static_cast<std::size_t>(at);
    return;
  }
}

void leave(const Session& session, ViewState& view, Intents& intents) {
  if (view.sheet != Sheet::none) {
    view.sheet = Sheet::none;
  } else if (hall_escape(session, view, intents)) {
    return;
  } else if (!session.layout.present && !view.message.text.empty()) {
    view.message = {};
  } else if (!view.focused.empty()) {
    view.focused.clear();
  } else if (session.contents) {
    intents.actions.push_back(action::Contents{false});
  } else if (session.layout.code_on_top) {  // the chain lies below it
    intents.actions.push_back(action::ShowCode{CodePanel::off});
  } else if (shows_chain(session)) {
    intents.actions.push_back(action::Pin{});
  } else if (session.prediction) {
    intents.actions.push_back(action::Predict{});
  } else if (session.layout.present) {
    intents.actions.push_back(action::Present{});
  }
}

void on_control(const event::KeyDown& key, const Session& session, const Page& page,
                ViewState& view, Intents& intents) {
  if (key.key == Key::plus) text_scale(kTextStep, session, intents);
  if (key.key == Key::minus) text_scale(-kTextStep, session, intents);
  if (key.key == Key::zero) intents.actions.push_back(action::TextScale{1});
  if (key.key != Key::letter) return;
  if (key.letter == 'n') intents.fresh = true;
  if (key.letter == 'o') intents.ask_file = "open";
  if (key.letter == 's' && !key.shift) intents.save = true;
  if (key.letter == 's' && key.shift) intents.ask_file = "save";
  if (key.letter == 'e') intents.ask_file = "picture";
  if (key.letter == 'k' && !view.offer.empty()) intents.offer = OfferAnswer::keep;
  if (key.letter == 'd' && !view.offer.empty()) intents.offer = OfferAnswer::discard;
  if (key.letter == 'z' && !key.shift) intents.actions.push_back(action::Undo{});
  if ((key.letter == 'z' && key.shift) || key.letter == 'y')
    intents.actions.push_back(action::Redo{});
  if (key.letter == 'c' && !key.shift && shows_chain(session))
    view.popup = {"chain-text", {page.size.x / 2, page.size.y / 3, 0, 0}, true, {}, {}, {}};
  if (key.letter == 'v') {
    // While a question is asked the clipboard is no sentence; a number's field takes it.
    if (session.question < 0)
      intents.paste = true;
    else if (asks_number(session))
      view.popup = {"answer", Rect{400, 300, 0, 0}, true, {}, {}, {}};
  }
  if (key.letter == 'c' && key.shift) intents.copy_picture = true;
  if (key.letter == 'h')
    view.popup = {"history", {page.size.x / 2, page.size.y / 3, 0, 0}, true, {}, {}, {}};
  if (key.letter == 'q' || key.letter == 'w') intents.quit = true;
}

// With Shift the other step size for once: a stage, and in a hall, which goes by stage, one stop.
void step(bool ahead, bool other_size, const Session& session, Intents& intents) {
  const auto next = [&] {
    intents.actions.push_back(ahead ? Action{action::Next{}} : Action{action::Back{}});
  };
  if (!other_size) {
    next();
  } else if (session.steps == StepSize::stages) {
    intents.actions.push_back(action::Steps{StepSize::keys});
    next();
    intents.actions.push_back(action::Steps{StepSize::stages});
  } else {
    intents.actions.push_back(ahead ? Action{action::NextStage{}} : Action{action::BackStage{}});
  }
}

// On the page of the course: to the lesson at which one goes on.
void go_on(const Session& session, Intents& intents) {
  for (const ContentsPicture::Entry& entry : paint_contents(session).entries)
    if (entry.next) intents.actions.push_back(action::OpenLesson{entry.id});
}

// What is typed begins a field that nobody clicked, and what is typed before the field is drawn
// goes on with it.
void type_into(const char* field, const Quantity& about, char32_t code, ViewState& view) {
  if (view.popup.name != field) {
    view.popup = {field, Rect{400, 300, 0, 0}, true, {}, about, {}};
    view.popup.begun = true;
  }
  append_utf8(view.popup.path, code);
}

// At a desk a number that is asked for has the keyboard before its field was clicked: whatever is
// typed begins it. In front of a hall no key opens a field.
bool number_typed(char32_t code, const Session& session, ViewState& view) {
  if (!asks_number(session) || session.layout.present || session.contents ||
      view.sheet != Sheet::none || code == U'?')
    return false;
  type_into("answer", {}, code, view);
  return true;
}

// The number a guess is typed for: of those without one the first after that typed last, so that a
// 0 that was typed counts as a guess; when all have one, simply the next.
int next_to_guess(const Prediction& asked, int last) {
  const auto count = static_cast<int>(asked.guess.size());
  int next = -1;
  for (int step = 1; step <= count; ++step) {
    const int key = (std::max(last, -1) + step) % count;
    if (!asked.asks_for(key)) continue;
    if (asked.guess[static_cast<std::size_t>(key)] == 0) return key;
    if (next < 0) next = key;
  }
  return next;
}

// Numbers are guesses while a row is predicted: another word would end the prediction and take
// along what was drawn. Letters stay shortcuts.
bool guess_typed(char32_t code, const Session& session, ViewState& view) {
  if (!session.prediction || session.prediction->revealed) {
    view.guessed = -1;
    return false;
  }
  if ((code < U'0' || code > U'9') && code != U'.' && code != U'-') return false;
  if (session.layout.present || session.contents || view.sheet != Sheet::none) return true;
  const Prediction& asked = *session.prediction;
  const int key = next_to_guess(asked, view.guessed);
  const auto kind =
      asked.of == Prediction::Of::weights ? Quantity::Kind::weight : Quantity::Kind::score;
  if (key >= 0)
    type_into("guess", {kind, session.slice.layer, session.slice.head, asked.row, key}, code, view);
  return true;
}

// A digit chooses among the answers of an open question.
bool answer_typed(char32_t code, const Session& session, Intents& intents) {
  const auto i = static_cast<std::size_t>(session.question);
  if (!is_open(session) || code < U'0' || code > U'9') return false;
  const Question& question = session.document->questions[i];
  action::Answer answer;
  answer.kind = question.kind;
  answer.key = static_cast<int>(code - U'1');
  switch (question.kind) {
    case Question::Kind::cell:
    case Question::Kind::number:
      return false;
    case Question::Kind::word:
      if (answer.key < 0 || answer.key >= session.document->m()) return true;
      break;
    case Question::Kind::choose:
      if (answer.key < 0 || answer.key >= static_cast<int>(question.holds.size())) return true;
      break;
  }
  intents.actions.push_back(answer);
  return true;
}

// Asks for what the table's tab is about, then shows it, then is done.
Action next_of_prediction(const Session& session) {
  if (!session.prediction)
    return action::Predict{
        tab_of(session) == Tab::scores ? Prediction::Of::scores : Prediction::Of::weights,
        session.row, -1};
  return session.prediction->revealed ? Action{action::Predict{}} : Action{action::Reveal{}};
}

}  // namespace

void on_key(const event::KeyDown& key, const Session& session, const Page& page, ViewState& view,
            Intents& intents) {
  view.rests = true;
  take_late(view, intents);  // what was clicked before the key comes before it
  if (hall_key(key, session, view, intents)) return;
  if (view.sheet == Sheet::help && help_key(key, page, view)) return;
  if (key.control) {
    on_control(key, session, page, view, intents);
    return;
  }
  // Any key stops Play; letters and digits come through on_typed.
  if (session.playing && key.key != Key::other && key.key != Key::letter &&
      key.key != Key::escape) {
    intents.actions.push_back(action::Play{});
    return;
  }
  if (session.contents && among_lessons(key.key, session, page, view)) return;
  switch (key.key) {
    case Key::space:
    case Key::right:
    case Key::page_down:
      step(true, key.shift, session, intents);
      break;
    case Key::left:
    case Key::page_up:
    case Key::backspace:
      step(false, key.shift, session, intents);
      break;
    case Key::up:
      intents.actions.push_back(action::SelectBy{-1});
      break;
    case Key::down:
      intents.actions.push_back(action::SelectBy{1});
      break;
    case Key::home:
      intents.actions.push_back(action::Home{});
      break;
    case Key::f1:
      toggle_help(view);
      break;
    case Key::f11:
      intents.actions.push_back(action::Present{});
      break;
    case Key::tab:
      move_focus(page, view, key.shift ? -1 : 1);
      break;
    case Key::enter:
      if (const Hit* hit = focused_hit(page, view))
        activate(*hit, view, intents);
      else if (session.contents)
        go_on(session, intents);
      break;
    case Key::escape:
      if (let_go(view, false, intents)) break;
      if (session.playing)
        intents.actions.push_back(action::Play{});
      else
        leave(session, view, intents);
      break;
    default:
      break;
  }
}

void on_typed(char32_t code, const Session& session, ViewState& view, Intents& intents) {
  if (hall_typed(code, session, view, intents)) return;
  if (code == U' ') return;  // a key: Shift+Space is another
  if (view.sheet == Sheet::help && help_typed(code, view)) return;
  if (session.playing) {
    intents.actions.push_back(action::Play{});
    return;
  }
  if (number_typed(code, session, view) || answer_typed(code, session, intents) ||
      guess_typed(code, session, view))
    return;
  // While a question stands there, another word would be another picture than it asks of.
  if (code >= U'1' && code <= U'9' && session.question >= 0) return;
  if (code >= U'1' && code <= U'9') {
    const int row = static_cast<int>(code - U'1');
    if (row < session.document->n()) intents.actions.push_back(action::Select{row});
    return;
  }
  // With Caps Lock, too.
  switch (code >= U'A' && code <= U'Z' ? code - U'A' + U'a' : code) {
    case U'm':
      intents.actions.push_back(action::ToggleCausal{});
      break;
    case U's':
      intents.actions.push_back(action::ToggleScale{});
      break;
    case U'f':
      intents.actions.push_back(action::Present{});
      break;
    case U'c':
      intents.actions.push_back(action::Contents{!session.contents});
      break;
    case U't':
      if (session.document->training) intents.actions.push_back(action::Train{});
      break;
    case U'k':
      intents.actions.push_back(next_of_code(session));
      break;
    case U'e':
      open_or_close(session, view.mouse_inside ? view.quantity : Quantity{}, intents);
      break;
    case U'a':
      intents.actions.push_back(action::Compare{!session.frozen});
      break;
    case U'g':
      intents.actions.push_back(next_of_prediction(session));
      break;
    case U'q':
      intents.actions.push_back(action::QueriesAs{!session.layout.queries_as_columns});
      break;
    case U'p':
      intents.actions.push_back(action::Play{});
      break;
    case U'v':
    case U'V':
      intents.actions.push_back(action::Contents{!session.gallery, !session.gallery});
      break;
    case U'?':
      toggle_help(view);
      break;
    default:
      break;
  }
}

}  // namespace qkv
