#include "app/views/popups.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/views/editors.h"
#include "app/views/file_menus.h"
#include "app/views/mask_menus.h"
#include "app/views/opening.h"
#include "app/views/rule_menu.h"
#include "app/views/share_menu.h"
#include "core/code/shown_code.h"
#include "core/document/edit_vectors.h"
#include "core/document/in_language.h"
#include "core/document/library.h"
#include "core/picture/chain.h"
#include "core/session/part_view.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string label(std::string_view key) { return std::string(text(key)); }

/// What a menu may read and change.
struct Menu {
  const Session& session;
  const Trace& trace;
  const Page& page;
  ViewState& view;
  Intents& intents;

  void act(Action action) { intents.actions.push_back(std::move(action)); }
  bool item(std::string_view key, const char* shortcut, bool ticked = false, bool enabled = true) {
    const std::string keys = shortcut == nullptr ? std::string() : key_names(shortcut);
    return ImGui::MenuItem(label(key).c_str(), keys.c_str(), ticked, enabled);
  }
  void next_popup(const char* name) {
    view.popup = {name, {page.size.x / 2, page.size.y / 3, 0, 0}, true, {}, {}, {}};
  }
};

void lessons_menu(Menu& m) {
  if (m.item("window.menu.contents", "C")) m.act(action::Contents{true});
  ImGui::Separator();
  for (const LessonInfo& lesson : lessons()) {
    const bool here = m.session.document->origin == "lesson " + lesson.id;
    const std::string how(provenance_name(lesson.provenance));
    if (ImGui::MenuItem(title_of(lesson).c_str(), how.c_str(), here)) m.intents.open = lesson.id;
  }
  ImGui::Separator();
  if (m.item("window.menu.open", "Ctrl+O")) m.intents.ask_file = "open";
}

void words_menu(Menu& m) {
  const auto& words = m.session.document->query_words;
  ImGui::BeginChild("words",
                    {220 * m.page.unit,
                     std::min(400.0f, 34.0f * static_cast<float>(words.size())) * m.page.unit});
  for (int row = 0; row < static_cast<int>(words.size()); ++row) {
    const std::string name = words[static_cast<std::size_t>(row)] + "##" + std::to_string(row);
    if (ImGui::Selectable(name.c_str(), row == shown_row(m.session))) {
      m.act(action::Select{row});
      ImGui::CloseCurrentPopup();
    }
    if (row == shown_row(m.session) && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
}

// A grid of numbers from 0, for layer, head and batch.
void number_menu(Menu& m, int count, int now, void (*choose)(Menu&, int)) {
  const float cell = 40 * m.page.unit;
  for (int i = 0; i < count; ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    if (ImGui::Selectable(std::to_string(i).c_str(), i == now, 0, {cell, cell * 0.7f}))
      choose(m, i);
  }
}

void layer_menu(Menu& m) {
  number_menu(m, m.session.document->layers(), m.session.slice.layer, [](Menu& menu, int i) {
    Slice slice = menu.session.slice;
    slice.layer = i;
    menu.act(action::Look{slice});
  });
}

void head_menu(Menu& m) {
  const std::vector<std::string>& names = head_names_of(*m.session.document);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool here = static_cast<int>(i) == m.session.slice.head;
    if (!ImGui::MenuItem(names[i].c_str(), nullptr, here)) continue;
    Slice slice = m.session.slice;
    slice.head = static_cast<int>(i);
    m.act(action::Look{slice});
  }
  if (!names.empty()) return;
  number_menu(m, m.session.document->heads(), m.session.slice.head, [](Menu& menu, int i) {
    Slice slice = menu.session.slice;
    slice.head = i;
    menu.act(action::Look{slice});
  });
}

void batch_menu(Menu& m) {
  number_menu(m, m.session.document->batches(), m.session.slice.batch, [](Menu& menu, int i) {
    Slice slice = menu.session.slice;
    slice.batch = i;
    menu.act(action::Look{slice});
  });
}

void speed_menu(Menu& m) {
  constexpr std::pair<const char*, float> kSpeeds[] = {
      {"½×", 0.5f}, {"1×", 1}, {"1½×", 1.5f}, {"2×", 2}, {"3×", 3}};
  for (const auto& [name, factor] : kSpeeds)
    if (ImGui::MenuItem(name, nullptr, m.session.play_speed == factor))
      m.act(action::Speed{factor});
}

void motion_menu(Menu& m) {
  constexpr std::pair<const char*, Motion> kChoices[] = {
      {"window.menu.motion_system", Motion::system},
      {"window.menu.motion_full", Motion::full},
      {"window.menu.motion_reduced", Motion::reduced}};
  for (const auto& [name, motion] : kChoices)
    if (m.item(name, nullptr, m.view.motion == motion)) m.intents.motion = motion;
}

void look_menu(Menu& m) {
  const Session& s = m.session;
  if (m.item("window.menu.dark", nullptr, s.theme == Theme::dark))
    m.act(action::SetTheme{Theme::dark});
  if (m.item("window.menu.light", nullptr, s.theme == Theme::light))
    m.act(action::SetTheme{Theme::light});
  ImGui::Separator();
  if (m.item("window.menu.viridis", nullptr, s.color_map == ColorMap::viridis))
    m.act(action::Colors{ColorMap::viridis});
  if (m.item("window.menu.cividis", nullptr, s.color_map == ColorMap::cividis))
    m.act(action::Colors{ColorMap::cividis});
  if (m.item("window.menu.grey", nullptr, s.color_map == ColorMap::grey))
    m.act(action::Colors{ColorMap::grey});
  ImGui::Separator();
  const float scale = s.layout.text_scale;
  if (m.item("window.menu.larger", "Ctrl +", false, scale < kLargestText - 0.05f))
    m.act(action::TextScale{std::min(kLargestText, scale + 0.1f)});
  if (m.item("window.menu.smaller", "Ctrl −", false, scale > 0.8f))
    m.act(action::TextScale{std::max(kSmallestText, scale - 0.1f)});
  if (m.item("window.menu.usual", "Ctrl 0", false, scale != 1)) m.act(action::TextScale{1});
  ImGui::Separator();
  for (const std::string& each : languages())
    if (ImGui::MenuItem(std::string(text_in(each, "app.language")).c_str(), nullptr,
                        each == language()))
      m.intents.language = each;
  ImGui::Separator();
  if (ImGui::BeginMenu(label("window.menu.motion").c_str())) {
    motion_menu(m);
    ImGui::EndMenu();
  }
}

void main_menu(Menu& m) {
  const Session& s = m.session;
  file_menu(m.view, m.intents);
  if (ImGui::BeginMenu(label("window.menu.share").c_str())) {
    share_menu(m.intents);
    ImGui::EndMenu();
  }
  ImGui::Separator();
  if (m.item("window.menu.undo", "Ctrl+Z", false, !s.history.done.empty())) m.act(action::Undo{});
  if (m.item("window.menu.redo", "Ctrl+Shift+Z", false, !s.history.undone.empty()))
    m.act(action::Redo{});
  const bool edited = !s.history.done.empty() || !s.history.undone.empty();
  if (m.item("window.menu.history", "Ctrl+H", false, edited)) m.next_popup("history");
  const bool own = is_editable(*s.document);
  if (m.item("window.menu.sentence_field", "Ctrl+V", false, own)) m.next_popup("add-word");
  if (ImGui::BeginMenu(label("window.menu.dimensions").c_str(), own && !s.document->projection)) {
    dimensions_menu(s, m.intents);
    ImGui::EndMenu();
  }
  ImGui::Separator();
  if (m.item("window.menu.landscape", nullptr, s.scene == Scene::landscape))
    m.act(action::ShowScene{Scene::landscape});
  if (m.item("window.menu.sentence", nullptr, s.scene == Scene::sentence))
    m.act(action::ShowScene{Scene::sentence});
  if (m.item("window.menu.camera", "Home")) m.act(action::Home{});
  if (m.item("window.menu.stages", nullptr, s.steps == StepSize::stages))
    m.act(action::Steps{s.steps == StepSize::stages ? StepSize::keys : StepSize::stages});
  if (m.item("window.menu.story", nullptr, !s.layout.story_folded)) m.act(action::Fold{"story"});
  if (m.item("window.menu.table", nullptr, !s.layout.table_folded)) m.act(action::Fold{"table"});
  if (m.item("window.menu.code", "K", shows_code(s))) m.act(next_of_code(s));
  if (m.item("window.menu.open_number", "E", shows_chain(s))) open_or_close(s, {}, m.intents);
  if (m.item("window.menu.compare", "A", s.frozen.has_value())) m.act(action::Compare{!s.frozen});
  if (m.item("window.menu.predict", "G", s.prediction.has_value()))
    m.act(s.prediction ? action::Predict{}
                       : action::Predict{tab_of(s) == Tab::scores ? Prediction::Of::scores
                                                                  : Prediction::Of::weights,
                                         s.row, -1});
  if (m.item("window.menu.columns", "Q", s.layout.queries_as_columns))
    m.act(action::QueriesAs{!s.layout.queries_as_columns});
  if (m.item("window.menu.present", "F", s.layout.present)) m.act(action::Present{});
  ImGui::Separator();
  // No level of this menu: in older versions a key that goes far, over a note, goes on in the menu
  // that a level belongs to.
  if (!is_recorded(s) && m.item("window.menu.rules", nullptr))
    m.view.popup = {"rules", m.view.popup.anchor, true, {}, {}, {}};
  if (ImGui::BeginMenu(label("window.menu.look").c_str())) {
    look_menu(m);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu(label("window.menu.speed").c_str())) {
    speed_menu(m);
    ImGui::EndMenu();
  }
  ImGui::Separator();
  if (m.item("window.menu.help", "?")) m.view.sheet = Sheet::help;
  if (m.item("window.menu.about", nullptr)) m.view.sheet = Sheet::about;
  if (m.item("window.menu.quit", "Ctrl+Q")) m.intents.quit = true;
}

void file_popup(Menu& m) { browse_files(m.view.files, m.page.unit, m.intents); }

void mask_popup(Menu& m, void (*draw)(const Session&, float, Intents&)) {
  draw(m.session, m.page.unit, m.intents);
}

void edit_popup(Menu& m, void (*draw)(const Session&, float, ViewState&, Intents&)) {
  draw(m.session, m.page.unit, m.view, m.intents);
}

void save_code(Menu& m) {
  m.intents.ask_file = "code";
  ImGui::CloseCurrentPopup();
}

/// One row a popup: what the page or the keyboard names, and what is in it.
struct Row {
  std::string_view name;
  void (*draw)(Menu&);
};
constexpr Row kRows[] = {
    {"lessons", lessons_menu},
    {"words", words_menu},
    {"mask", [](Menu& m) { mask_popup(m, mask_menu); }},
    {"mask-window", [](Menu& m) { mask_popup(m, window_mask_menu); }},
    {"mask-padding", [](Menu& m) { mask_popup(m, padding_mask_menu); }},
    {"mask-custom", [](Menu& m) { mask_popup(m, custom_mask_menu); }},
    {"layer", layer_menu},
    {"head", head_menu},
    {"batch", batch_menu},
    {"rules", [](Menu& m) { mask_popup(m, rule_menu); }},
    {"code-save", save_code},
    {"guess", [](Menu& m) { edit_popup(m, guess_field); }},
    {"speed", speed_menu},
    {"menu", main_menu},
    {"answer", [](Menu& m) { edit_popup(m, answer_field); }},
    {"add-word", [](Menu& m) { edit_popup(m, add_word_field); }},
    {"word", [](Menu& m) { edit_popup(m, word_field); }},
    {"numbers", [](Menu& m) { edit_popup(m, numbers_field); }},
    {"history", [](Menu& m) { history_menu(m.session, m.page.unit, m.intents); }},
    {"open", file_popup},
    {"save", file_popup}};

// Beside its anchor: below it in the upper half of the page, above it in the lower one. Where that
// is too little room its content scrolls.
void place(const Page& page, const Rect& anchor) {
  const float gap = 6 * page.unit;
  const bool below = anchor.y + anchor.h / 2 < page.size.y / 2;
  const bool rightward = anchor.x + anchor.w / 2 < page.size.x * 0.6f;
  const bool middle = anchor.w == 0;
  const ImVec2 at(rightward || middle ? anchor.x : anchor.right(),
                  below ? anchor.bottom() + gap : anchor.y - gap);
  ImGui::SetNextWindowPos(at, ImGuiCond_Always,
                          {middle      ? 0.5f
                           : rightward ? 0.0f
                                       : 1.0f,
                           below ? 0.0f : 1.0f});
  const float room = below ? page.size.y - at.y : at.y;
  ImGui::SetNextWindowSizeConstraints(
      {0, 0}, {page.size.x - 2 * gap, std::max(room, 0.6f * page.size.y) - gap});
}

// A popup whose size is known goes wholly into the page, whatever its anchor.
void keep_on_page(const Page& page) {
  const float gap = 6 * page.unit;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::SetWindowPos({std::max(gap, std::min(at.x, page.size.x - gap - size.x)),
                       std::max(gap, std::min(at.y, page.size.y - gap - size.y))});
}

bool mouse_in_window() {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  return ImGui::IsMouseHoveringRect(at, {at.x + size.x, at.y + size.y}, false);
}

/// What a button that copies puts on the clipboard: it opens nothing.
std::optional<Copied> copied_by(std::string_view button, const Session& session,
                                const Trace& trace) {
  if (button == "code-copy") {
    const Language language =
        session.layout.code == CodePanel::pytorch ? Language::pytorch : Language::numpy;
    return Copied{code_text(shown_code(session, trace, language)), label("code.copied")};
  }
  if (!session.pinned) return {};
  if (button == "chain-text")
    return Copied{chain_text(paint_chain(session, trace)), label("chain.copied")};
  if (button == "chain-latex")
    return Copied{chain_latex(paint_chain(session, trace)), label("chain.copied")};
  if (button == "chain-numpy")
    return Copied{chain_numpy(session, trace, session.pinned), label("chain.copied")};
  return {};
}

/// Everything in a popup that people wrote: words, titles, names of files, what is being typed.
std::string letters_of(const Session& session, const ViewState& view) {
  std::string letters = title_of(*session.document) + view.popup.path + view.files.typed;
  for (const std::string& word : session.document->query_words) letters += word;
  for (const std::string& word : session.document->key_words) letters += word;
  for (const FolderEntry& entry : view.files.entries) letters += entry.name;
  for (const std::string& path : view.recent) letters += path;
  for (const KeptLine& kept : view.kept) letters += kept.title;
  return letters + view.files.folder;
}

}  // namespace

void draw_popup(const Session& session, const Trace& trace, const Page& page, ViewState& view,
                Intents& intents) {
  intents.copy = copied_by(view.popup.name, session, trace);
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows),
                                 [&](const Row& r) { return r.name == view.popup.name; });
  if (row == std::end(kRows)) {
    view.popup = {};
    return;
  }
  const std::string id(row->name);
  if (std::exchange(view.popup.opening, false)) ImGui::OpenPopup(id.c_str());
  // A digit may open the field of a question or a guess: it stands beside it all the same.
  for (const Hit& hit : page.hits)
    if (view.popup.anchor.w == 0 && hit.menu == view.popup.name &&
        hit.quantity.column == view.popup.about.column)
      view.popup.anchor = hit.rect;
  place(page, view.popup.anchor);
  if (!ImGui::BeginPopup(id.c_str())) {
    view.popup = {};
    return;
  }
  keep_on_page(page);
  Menu menu{session, trace, page, view, intents};
  row->draw(menu);
  // Once is enough, also from within a field; by the keyboard it leaves one level of a menu. A
  // mouse that rests on the menu would open that level anew.
  if ((row->draw != main_menu || mouse_in_window()) && gui_escape_pressed())
    ImGui::CloseCurrentPopup();
  // A clicker goes on though a number was begun.
  if (const int way = row->name == "answer" ? gui_page_pressed() : 0) {
    menu.act(way > 0 ? Action{action::Next{}} : Action{action::Back{}});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

bool leaves_control(const ViewState& view) { return view.popup.name == "history"; }

GuiLook gui_look(const Session& session, const Page& page, const ViewState& view) {
  const Palette& p = palette(session.theme);
  const auto rgba = [](Color c) { return GuiLook::Rgba{c.r, c.g, c.b, c.a}; };
  return {rgba(p.panel),
          rgba(p.raised),
          rgba(mix(p.panel, p.accent, 0.22f)),
          rgba(p.line),
          rgba(p.text),
          rgba(p.dim),
          rgba(p.accent),
          rgba(p.accent_text),
          14.5f * page.unit * std::min(1.6f, session.layout.text_scale),
          page.unit,
          letters_of(session, view)};
}

}  // namespace qkv
