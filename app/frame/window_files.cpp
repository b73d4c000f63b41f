// The loop's files: new, open, save, and the care for what is not saved.

#include <algorithm>
#include <filesystem>

#include "app/frame/recent_files.h"
#include "app/frame/window_loop.h"
#include "app/platform/state_folder.h"
#include "app/render/image.h"
#include "core/code/shown_code.h"
#include "core/document/document_texts.h"
#include "core/document/in_language.h"
#include "core/document/library.h"
#include "core/files/sha256.h"
#include "core/files/write_file.h"
#include "core/page/fonts.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

namespace fs = std::filesystem;

std::string recent_list() {
  const std::string folder = state_folder();
  return folder.empty() ? folder : folder + "/recent";
}

bool is_path(const std::string& opened) { return opened.find_first_of("/.") != opened.npos; }

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string() : path.substr(0, std::max<std::size_t>(slash, 1));
}

/// Where the dialog begins: beside the open file, else where the program was started.
std::string first_folder(const SceneFile& file, const Document& document) {
  std::error_code error;
  std::string folder = folder_of(file.path);
  if (folder.empty() && document.origin.find('/') != document.origin.npos)
    folder = folder_of(whole_path(document.origin));
  if (folder.empty() || !fs::is_directory(folder, error)) folder = fs::current_path(error).string();
  return folder;
}

std::vector<std::string> extensions_for(const std::string& what) {
  if (what.starts_with('.')) return {what.substr(0, what.find('*'))};
  if (what == "picture") return {".png"};
  if (what == "code") return {".py"};
  if (what == "save") return {".qkv"};
  std::vector<std::string> all;
  for (const FileFormat& format : file_formats()) all.emplace_back(format.extension);
  return all;
}

std::string proposed_name(const std::string& what, const SceneFile& file,
                          const Document& document) {
  if (what == "open") return {};
  const std::string stem = file.path.empty() ? document.id : fs::path(file.path).stem().string();
  return stem + extensions_for(what).front();
}

FileRequest request_for(const std::string& what, const SceneFile& file, const Document& document) {
  const bool saving = what != "open";
  return {saving,
          std::string(text(saving ? "files.save" : "files.open")),
          first_folder(file, document),
          proposed_name(what, file, document),
          extensions_for(what),
          std::string(text("files.kinds"))};
}

Session without_history(Session& session) {
  History history = std::exchange(session.history, {});
  Session copy = session;
  session.history = std::move(history);
  return copy;
}

}  // namespace

void WindowLoop::start_files(const std::string& path) {
  if (is_path(path)) add_recent(recent_list(), whole_path(path));
  refresh_file_lists();
  offered_ = kept_work_;
  look_after_files();
}

void WindowLoop::refresh_file_lists() {
  view_.recent = read_recent(recent_list());
  kept_work_ = recovery_.found();
  view_.kept.clear();
  for (const KeptWork& work : kept_work_) view_.kept.push_back({work.id, work.title, work.when});
}

void WindowLoop::carry_out_files(const Intents& intents) {
  if (intents.fresh) open_fresh();
  if (!intents.ask_file.empty()) ask_for_file(intents.ask_file);
  if (intents.save) save();
  if (intents.save_as) save_as(*intents.save_as);
  if (intents.offer != OfferAnswer::none) answer_offer(intents.offer);
  for (const KeptWork& work : std::vector<KeptWork>(kept_work_))
    if (work.id == intents.recover) recover(work);
  // Whoever closes a second time means it, whether the work could be kept or not.
  if (intents.quit && (put_away() || std::exchange(put_away_failed_, true))) quit_ = true;
}

// After every round of events: title, bar, and what is due to be kept.
void WindowLoop::look_after_files() {
  take_chosen_file();
  look_after_fonts();
  const double now = Window::seconds();
  autosave_.note(session_, file_, now, recovery_, Window::wake);
  if (!recovery_.busy()) {
    const std::string error = recovery_.take_error();
    if (!error.empty()) autosave_.failed(now);
    if (!error.empty() && error != told_error_)
      tell(filled(text("file.not_kept"), {{"why", error}}), true);
    if (!error.empty()) told_error_ = error;
  }
  if (std::string title = window_title(file_, session_); title != title_) {
    title_ = std::move(title);
    window_.set_title(title_);
    ++frames_;  // for whoever reads the state
  }
  // Nothing lies over a lecture.
  const std::string shown =
      offered_.empty() || session_.layout.present ? std::string() : offer_text(offered_.front());
  if (shown == view_.offer) return;
  view_.offer = shown;
  mark(Stale::overlay);
}

// Words of another script may have come: their font is looked for, and what cannot be drawn as it
// is written is said.
void WindowLoop::look_after_fonts() {
  if (fonts_for_ == session_.document) return;
  const bool first = fonts_for_ == nullptr || fonts_for_->title != session_.document->title;
  const std::string words = words_of(*session_.document);
  fonts_for_ = session_.document;
  if (!first && words == fonts_words_) return;
  if (fonts_.supply(texts_of(*session_.document))) mark(Stale::page);
  for (const std::string& word : session_.document->query_words) {
    if (missing_characters(word).empty()) continue;
    tell(filled(text("file.no_font"), {{"word", word}}), false);
    break;
  }
  if (has_right_to_left(words) && !has_right_to_left(fonts_words_))
    tell(std::string(text("file.right_to_left")), false);
  fonts_words_ = words;
}

// Work that is not saved never goes: it is kept in the state folder, to be gone on with from the
// list of recent files or at the next start. No question is asked, so that none stands in the way
// of a lecture. False: it could not be kept, and the document stays open.
bool WindowLoop::put_away() {
  if (!is_worth_keeping(file_, session_)) {
    recovery_.forget();
    autosave_ = {};
    return true;
  }
  if (recovery_.leave(without_history(session_), file_)) {
    autosave_ = {};
    return true;
  }
  std::string why = recovery_.take_error();
  if (why.empty()) why = text("file.no_state_folder");
  tell(filled(text("file.not_put_away"), {{"why", why}}), true);
  return false;
}

// What the viewer chose for the eye stays; what belongs to the old document goes.
bool WindowLoop::replace_session(Session opened, SceneFile file) {
  TraceCache traces;
  traces.now(opened);  // its faults show before the old document goes
  const bool kept = is_worth_keeping(file_, session_);
  const std::string old_title = title_of(*session_.document);
  if (!put_away()) return false;
  session_ = std::move(opened);
  file_ = std::move(file);
  traces_ = std::move(traces);
  warned_of_.clear();
  view_.scroll = {};
  view_.grip = Grip::none;
  view_.drag = {};
  view_.late = {};
  view_.focused.clear();
  view_.message = {};
  if (is_path(session_.document->origin) && !session_.document->origin.starts_with("lesson "))
    add_recent(recent_list(),
               file_.path.empty() ? whole_path(session_.document->origin) : file_.path);
  refresh_file_lists();
  if (kept) tell(filled(text("file.kept"), {{"title", old_title}}), false);
  mark(Stale::page);
  return true;
}

void WindowLoop::open_fresh() {
  Session fresh = open_instead(session_, new_scene());
  SceneFile file = scene_file({});
  replace_session(std::move(fresh), std::move(file));
}

void WindowLoop::ask_for_file(const std::string& what) {
  if (dialog_.open()) return;
  dialog_for_ = what;
  const FileRequest request = request_for(what, file_, *session_.document);
  // Another window would hide behind a full screen, or stand in the middle of a lecture.
  if (!session_.layout.present && dialog_.start(request, Window::wake)) return;
  browse(request);
}

void WindowLoop::browse(const FileRequest& request) {
  FileBrowser browser;
  browser.saving = request.save;
  browser.extensions = request.extensions;
  browser.typed = request.name;
  look_into(browser, request.folder);
  view_.files = std::move(browser);
  view_.popup = {
      request.save ? "save" : "open", {page_.size.x / 2, page_.size.y / 6, 0, 0}, true, {}, {}, {}};
  mark(Stale::overlay);
}

void WindowLoop::take_chosen_file() {
  const std::optional<FileDialog::Answer> answer = dialog_.take();
  if (!answer) return;
  if (answer->failed) return browse(request_for(dialog_for_, file_, *session_.document));
  if (answer->path.empty()) return;
  Intents intents;
  const bool named = fs::path(answer->path).has_extension();
  if (dialog_for_ == "open")
    intents.open = answer->path;
  else
    intents.save_as = answer->path + (named ? "" : extensions_for(dialog_for_).front());
  carry_out(intents);
}

void WindowLoop::save() {
  if (file_.path.empty()) return ask_for_file("save");
  if (changed_by_others(file_)) {
    std::string theirs;
    try {
      theirs = sha256(read_file(file_.path));
    } catch (const InputError& error) {
      return tell(error.said(), true);
    }
    if (theirs != warned_of_) {
      warned_of_ = theirs;
      return tell(filled(text("file.changed"), {{"name", file_name(file_.path)}}), true);
    }
  }
  save_as(file_.path);
}

void WindowLoop::save_as(const std::string& path) {
  try {
    if (path.ends_with(".png")) return save_picture(path);
    if (path.ends_with(".py")) return save_code(path);
    if (const Exporter* const exporter = exporter_for(path))
      return share(*exporter, path,
                   exporter->extent == Extent::stops && dialog_for_.ends_with('*'));
    if (!path.ends_with(".qkv")) throw InputError(path + ": " + std::string(text("file.name_it")));
    const std::string said = save_scene(session_, path, file_);
    warned_of_.clear();
    add_recent(recent_list(), file_.path);
    autosave_.note(session_, file_, Window::seconds(), recovery_);
    recovery_.forget();
    refresh_file_lists();
    tell(said, false);
  } catch (const InputError& error) {
    tell(error.said(), true);
  }
}

// As qkv render would draw it in this window's size.
void WindowLoop::save_picture(const std::string& path) {
  lay_out();
  write_file(path, encode_png(picture_of_page()));
  tell(filled(text("file.saved"), {{"path", path}}), false);
}

void WindowLoop::save_code(const std::string& path) {
  const bool pytorch = session_.layout.code == CodePanel::pytorch;
  write_file(path, code_text(shown_code(session_, traces_.now(session_),
                                        pytorch ? Language::pytorch : Language::numpy)));
  tell(filled(text("file.saved"), {{"path", path}}), false);
}

void WindowLoop::recover(const KeptWork& work) {
  try {
    RecoveredWork kept = recovery_.read(work);
    Session opened = open_instead(session_, std::move(kept.document));
    opened.saved = {};  // no file holds it
    if (!replace_session(std::move(opened), std::move(kept.file))) return;
    recovery_.adopt(work);
    autosave_.is_kept(session_);
    refresh_file_lists();
  } catch (const InputError& error) {
    tell(error.said(), true);
  }
}

void WindowLoop::answer_offer(OfferAnswer answer) {
  if (offered_.empty()) return;
  const KeptWork work = offered_.front();
  offered_.erase(offered_.begin());
  if (answer == OfferAnswer::later) offered_.clear();
  if (answer == OfferAnswer::discard) recovery_.discard(work);
  if (answer == OfferAnswer::keep) recover(work);
  refresh_file_lists();
}

}  // namespace qkv
