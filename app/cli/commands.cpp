#include "app/cli/commands.h"

#include <algorithm>

#include "app/cli/output.h"
#include "app/frame/place_file.h"
#include "app/frame/progress_file.h"
#include "app/frame/run_window.h"
#include "app/frame/settings_file.h"
#include "core/assets/assets.h"
#include "core/code/shown_code.h"
#include "core/document/library.h"
#include "core/document/trace_json.h"
#include "core/files/npz.h"
#include "core/files/write_file.h"
#include "core/learning/train.h"
#include "core/session/action.h"
#include "core/session/course.h"
#include "core/session/knob_places.h"
#include "core/session/notices.h"
#include "core/share/writers.h"
#include "core/text/help_pages.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"
#include "core/text/quoted.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr const char* kFirstLesson = "cat";

/// "√" is one letter of three bytes.
std::size_t letters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

}  // namespace

void list_lessons() {
  const std::vector<LessonInfo>& all = lessons();
  std::size_t id_width = 0, title_width = 0;
  for (const LessonInfo& lesson : all) {
    id_width = std::max(id_width, lesson.id.size());
    title_width = std::max(title_width, letters_in(lesson.title));
  }
  for (const LessonInfo& lesson : all)
    print(lesson.id + std::string(id_width + 2 - lesson.id.size(), ' ') + lesson.title +
          std::string(title_width + 2 - letters_in(lesson.title), ' ') +
          std::string(provenance_text(lesson.provenance)) + "\n");
}

namespace {

// What --do takes; a table of the program itself, so that it lacks none.
void print_actions() {
  for (const ActionKind& kind : action_kinds()) {
    std::string usage(kind.name);
    if (!kind.arguments.empty()) usage += " " + std::string(kind.arguments);
    constexpr std::size_t kColumn = 34;
    const bool beside = usage.size() + 2 <= kColumn;
    usage += beside ? std::string(kColumn - usage.size(), ' ') : "\n" + std::string(kColumn, ' ');
    print(usage + std::string(kind.help) + "\n");
  }
}

}  // namespace

void help(const std::string& page, const std::optional<std::string>& lang) {
  choose_language(lang);
  const std::vector<HelpPage> pages = help_pages();
  if (page.empty()) {
    for (const HelpPage& known : pages)
      print(std::string(known.name) +
            std::string(18 - std::min<std::size_t>(known.name.size(), 16), ' ') +
            std::string(known.title()) + "\n");
    print("actions           " + std::string(text("app.actions")) + "\n");
    return print("\nqkv help PAGE shows one; qkv --help lists the commands.\n");
  }
  if (page == "actions") return print_actions();
  std::vector<std::string_view> names = {"actions"};
  for (const HelpPage& known : pages) {
    if (known.name == page) return print(std::string(known.text));
    names.push_back(known.name);
  }
  const std::string near = nearest(page, names);
  throw UsageError("help: there is no page " + quoted_text(page) +
                   (near.empty() ? "; qkv help lists them" : "; did you mean " + near + "?"));
}

void trace(const TraceCommand& command) {
  if (command.out && !command.out->ends_with(".npz") && !command.out->starts_with("/dev/"))
    throw UsageError("--out: \"" + *command.out + "\" is no .npz; name it FILE.npz");
  TraceCache traces;
  const Session session = start_session(command.common, traces, true);
  const Trace& now = traces.now(session);
  if (command.out) {
    std::map<std::string, Array> arrays;
    if (now.heads > 0) arrays = trace_arrays(now);
    add_pieces(*as_turned(session), arrays);
    write_npz(*command.out, arrays);
  }
  if (!command.out || command.json) {
    const DocumentPtr document = as_turned(session);
    write_trace_json(*document, now,
                     command.common.word ? std::optional(session.row) : std::nullopt, print,
                     compared_with(session), end_of_run(*document, session.options).get());
  }
}

void code(const CodeCommand& command) {
  TraceCache traces;
  const Session session = start_session(command.common, traces, true);
  const std::string script =
      code_text(state_code(session, traces.now(session), shown_language(session, command.pytorch)));
  if (command.out.empty())
    print(script);
  else
    write_file(command.out, script);
}

namespace {

/// An option that belongs to one lesson's words or walk is not meant for whatever was open last.
bool names_a_place(const CommonOptions& o) {
  return o.word || o.stage || o.at || o.script || o.layer || o.head || o.batch;
}

/// Without a name: the lesson to go on in, where it was left.
Session session_to_go_on(const CommonOptions& options, const Kept& kept, TraceCache& traces) {
  CommonOptions opened = options;
  Session course;
  remember(course, kept.progress, is_lesson(kept.last) ? kept.last : "");
  const bool known = !course.last_lesson.empty() && !names_a_place(options);
  opened.input = known ? lesson_to_go_on_in(course) : kFirstLesson;
  if (opened.input.empty()) opened.input = course.last_lesson;
  Session session = start_session(opened, traces, false);
  remember(session, kept.progress, kept.last);
  if (known) go_where_left(session);
  return session;
}

/// After a crash in front of people the lecture goes on at the same stop. False where the program
/// ended well, or where what was open then is gone or changed.
bool reopen(const CommonOptions& options, const Kept& kept, TraceCache& traces,
            WindowRequest& request) {
  if (!options.input.empty() || names_a_place(options)) return false;
  const std::optional<KeptPlace> place = read_place(place_path());
  if (!place) return false;
  CommonOptions opened = options;
  opened.input = place->input;
  if (!place->script.empty()) opened.script = place->script;
  try {
    request.start = start_session(opened, traces, false);
    request.path = place->input;
    request.monitor = place->monitor;
  } catch (const InputError&) {
    forget_place(place_path());
    return false;
  }
  remember(request.start, kept.progress, kept.last);
  request.start.notice = notice::left_here();
  return true;
}

}  // namespace

int open_window(const CommonOptions& options) {
  choose_language(options.lang);
  TraceCache traces;
  WindowRequest request;
  ReadProgress read = read_progress(progress_path());
  request.fault = std::move(read.fault);
  request.path = options.input;
  const auto go_on = [&](const CommonOptions& with) {
    request.start = session_to_go_on(with, read.kept, traces);
    request.path = request.start.document->id;
  };
  const bool again = reopen(options, read.kept, traces, request);
  if (!again && options.input.empty()) {
    go_on(options);
  } else if (!again) {
    try {
      request.start = start_session(options, traces, false);
      remember(request.start, read.kept.progress, read.kept.last);
    } catch (const InputError& error) {
      if (!options.from_desktop) throw;
      complain(error.what());
      request.fault = error.said();
      go_on({});
    }
  }
  // A scene and a command line say themselves how they are to be seen.
  if (is_lesson(request.path) && (again || !options.script))
    read_settings(settings_path(), request.start, !options.theme);
  // On the first start of all the cat is there, the middle of a course.
  constexpr int kStepsToKnow = 5;
  if (options.input.empty() && read.kept.progress.empty()) {
    request.start.newcomer = kStepsToKnow;
    request.start.last_lesson.clear();
  }
  request.kept = std::move(read.kept);
  request.verbose = options.verbose;
  const PageSize page = page_size(options);
  if (options.size) request.size = {page.width, page.height};
  request.ui_scale = page.ui_scale;
  return run_window(request);
}

}  // namespace qkv
