#include "app/cli/commands.h"

#include <algorithm>

#include "app/cli/output.h"
#include "app/frame/progress_file.h"
#include "app/frame/run_window.h"
#include "core/assets/assets.h"
#include "core/code/code.h"
#include "core/document/library.h"
#include "core/document/trace_json.h"
#include "core/files/npz.h"
#include "core/files/write_file.h"
#include "core/learning/train.h"
#include "core/share/writers.h"
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

void help(const std::string& page, const std::optional<std::string>& lang) {
  constexpr std::string_view kFolder = "help/", kEnding = ".md";
  choose_language(lang);
  std::vector<std::string_view> known, translated;
  const std::string own_folder = std::string(language()) + "/";
  for (std::string_view name : assets_under(kFolder)) {
    name.remove_prefix(kFolder.size());
    name.remove_suffix(kEnding.size());
    if (name.find('/') == name.npos) known.push_back(name);
    if (name.starts_with(own_folder)) translated.push_back(name.substr(own_folder.size()));
  }
  const auto page_text = [&](std::string_view name) {
    const bool own = std::find(translated.begin(), translated.end(), name) != translated.end();
    return asset_text(std::string(kFolder) + (own ? own_folder : "") + std::string(name) +
                      std::string(kEnding));
  };
  if (page.empty()) {
    for (const std::string_view name : known) {
      std::string_view text = page_text(name);
      text.remove_prefix(std::min(text.find_first_not_of("# "), text.size()));
      print(std::string(name) + std::string(18 - std::min<std::size_t>(name.size(), 16), ' ') +
            std::string(text.substr(0, text.find('\n'))) + "\n");
    }
    return print("\nqkv help PAGE shows one; qkv --help lists the commands.\n");
  }
  if (std::find(known.begin(), known.end(), page) == known.end()) {
    const std::string near = nearest(page, known);
    throw UsageError("help: there is no page " + quoted_text(page) +
                     (near.empty() ? "; qkv help lists them" : "; did you mean " + near + "?"));
  }
  print(std::string(page_text(page)));
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
    add_pieces(as_turned(session), arrays);
    write_npz(*command.out, arrays);
  }
  if (!command.out || command.json) {
    const Document document = as_turned(session);
    write_trace_json(document, now, command.common.word ? std::optional(session.row) : std::nullopt,
                     print, compared_with(session), end_of_run(document, session.options).get());
  }
}

void code(const CodeCommand& command) {
  TraceCache traces;
  const Session session = start_session(command.common, traces, true);
  const std::string script =
      code_text(code_of(*session.document, traces.now(session),
                        command.pytorch ? Language::pytorch : Language::numpy));
  if (command.out.empty())
    print(script);
  else
    write_file(command.out, script);
}

namespace {

// An option that belongs to one lesson's words or walk is not meant for whatever was open last.
std::string lesson_to_open(const CommonOptions& o) {
  if (o.word || o.stage || o.at || o.script || o.layer || o.head || o.batch) return kFirstLesson;
  const std::string last = read_progress(progress_path()).last;
  return is_lesson(last) ? last : kFirstLesson;
}

}  // namespace

int open_window(const CommonOptions& options) {
  CommonOptions opened = options;
  choose_language(options.lang);
  if (opened.input.empty()) opened.input = lesson_to_open(options);
  TraceCache traces;
  WindowRequest request;
  try {
    request.start = start_session(opened, traces, false);
  } catch (const InputError& error) {
    if (!opened.from_desktop || options.input.empty()) throw;
    complain(error.what());
    request.fault = error.what();
    opened = {};
    opened.input = lesson_to_open(opened);
    request.start = start_session(opened, traces, false);
  }
  // On the first start of all the cat is there, the middle of a course.
  constexpr int kStepsToKnow = 5;
  if (options.input.empty() && read_progress(progress_path()).progress.empty())
    request.start.newcomer = kStepsToKnow;
  request.path = opened.input;
  request.verbose = opened.verbose;
  return run_window(request);
}

}  // namespace qkv
