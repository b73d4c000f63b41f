#include "app/cli/command_line.h"

#include <new>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/attention/mask.h"
#include "core/attention/variant.h"
#include "core/document/library.h"
#include "core/share/exporter.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr int kDone = 0, kFailed = 1, kUsage = 2;

std::string mask_help() {
  std::string text = "rules joined by +: full";
  for (const MaskRuleKind& kind : mask_rules())
    text += "; " + std::string(kind.usage) + " (" + std::string(kind.help) + ")";
  return text + "; added to the file's own mask";
}

std::string variant_help() {
  std::string text = "rules broken on purpose, joined by +";
  for (const VariantKind& kind : variant_kinds())
    text += "; " + std::string(kind.name) + "=" + std::string(kind.broken) + " (" +
            std::string(kind.help) + ")";
  return text;
}

void add_options(CLI::App& app, CommonOptions& options) {
  app.add_option("--word", options.word,
                 "the word that asks: its text, the#2 for the second one, or an index from 0");
  app.add_option(
      "--stage", options.stage,
      "start, project, score, scale, mask, softmax, mix, all or train: its last stop; by "
      "default the last of all, or with --do the start");
  app.add_option("--at", options.at, "a stop inside a stage: score:cat, softmax:exp");
  app.add_option("--mask", options.mask, mask_help());
  app.add_option("--causal-align", options.causal_align,
                 "start (as PyTorch) or end, when queries and keys differ in number");
  app.add_option("--scale", options.scale, "the factor on scores, or off; by default 1/√d");
  app.add_option("--softcap", options.softcap, "C: scaled scores become C·tanh(score/C)");
  app.add_option("--sink", options.sink,
                 "a score, or one a head, that joins the softmax and is dropped");
  app.add_option("--temperature", options.temperature, "divides masked scores before the softmax");
  app.add_option("--variant", options.variant, variant_help());
  app.add_option("--layer", options.layer, "which layer, from 0");
  app.add_option("--head", options.head, "which head, from 0");
  app.add_option("--batch", options.batch, "which batch, from 0");
  app.add_option("--beside", options.beside,
                 "a recording (.npz) to lay beside lesson trophy: a real head next to a made one");
  app.add_option("--theme", options.theme, "light or dark");
  app.add_option("--size", options.size, "WxH in pixels, 1440x900 by default");
  app.add_option("--ui-scale", options.ui_scale,
                 "size of type and lines; height ÷ 900 within 1…3 by default");
  app.add_option("--do", options.script,
                 "actions after all else: \"select its; next; mask causal; next\"");
  app.add_option("--lang", options.lang,
                 "en or de: the language of pictures and of the window; by default the system's");
  app.add_flag("--verbose", options.verbose, "say on stderr how a picture is drawn");
}

/// Every command and where its arguments go.
struct Commands {
  CommonOptions window;
  TraceCommand trace;
  RenderCommand render;
  CodeCommand code;
  std::string checked, help_page;
  std::optional<std::string> help_lang;
  CLI::App app{"QKV: see attention happen, step by step"};
  CLI::App *lessons_app = nullptr, *trace_app = nullptr, *render_app = nullptr, *code_app = nullptr,
           *check_app = nullptr, *help_app = nullptr;

  Commands() {
    app.name("qkv");
    app.set_version_flag("--version", "qkv " QKV_VERSION);
    app.footer(
        "Without a command: opens the window.  qkv COMMAND --help says more.\n"
        "Exit status: 0 done; 1 input, output, display or memory; 2 the command line.");
    app.add_option("FILE", window.input,
                   "a lesson's id, a scene (.qkv) or tensors (.npz) to open in the window");
    app.add_flag("--from-desktop", window.from_desktop,
                 "tell in the window, too, what is wrong with FILE");
    add_options(app, window);
    lessons_app = app.add_subcommand("lessons", "list the lessons that are built in");
    trace_app = app.add_subcommand("trace", "every stage as numbers; no window, no display");
    trace_app->add_option("FILE", trace.common.input, "FILE or LESSON")->required();
    trace_app->add_flag("--json", trace.json, "print one JSON object (the default)");
    trace_app->add_option("--out", trace.out, "write the stages as float32 arrays to FILE.npz");
    add_options(*trace_app, trace.common);
    render_app = app.add_subcommand(
        "render", "a moment as a file: picture, drawing, numbers, words; no window, no display");
    render_app->add_option("FILE", render.common.input, "FILE or LESSON")->required();
    render_app->add_option("-o,--out", render.out, "OUT, by its ending: " + exporter_suffixes());
    render_app->footer(exporter_help);
    render_app->add_flag("--transparent", render.transparent, "a picture without its ground");
    render_app->add_option("--part", render.part, "scene, story or table: that panel alone");
    render_app->add_flag("--all-stops", render.every_stop,
                         "every stop of the walk up to here, where the file can hold them");
    add_options(*render_app, render.common);
    code_app = app.add_subcommand("code", "NumPy or PyTorch that computes the same numbers");
    code_app->add_option("FILE", code.common.input, "FILE or LESSON")->required();
    code_app->add_flag("--pytorch", code.pytorch, "PyTorch instead of NumPy");
    code_app->add_option("-o,--out", code.out, "write it to FILE.py instead of stdout");
    add_options(*code_app, code.common);
    check_app =
        app.add_subcommand("check", "what is in a file, what is wrong with it, how to mend it");
    check_app->add_option("FILE", checked, "FILE or LESSON")->required();
    help_app = app.add_subcommand("help", "pages to read: for whom, and when something fails");
    help_app->add_option("PAGE", help_page, "which page; without it: those there are");
    help_app->add_option("--lang", help_lang, "en or de; by default the system's");
    app.require_subcommand(0, 1);
  }

  int run() {
    if (*lessons_app)
      list_lessons();
    else if (*trace_app)
      qkv::trace(trace);
    else if (*render_app)
      qkv::render(render);
    else if (*code_app)
      qkv::code(code);
    else if (*check_app)
      check(checked);
    else if (*help_app)
      help(help_page, help_lang);
    else
      return open_window(window);
    return kDone;
  }
};

int guarded(int argc, char** argv) {
  Commands commands;
  try {
    commands.app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(commands.app.help());
    return kDone;
  } catch (const CLI::CallForVersion&) {
    print("qkv " QKV_VERSION "\n");
    return kDone;
  } catch (const CLI::ParseError& error) {
    throw UsageError(std::string(error.what()) + "; see qkv --help");
  }
  return commands.run();
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    const int status = guarded(argc, argv);
    flush_output();
    return status;
  } catch (const UsageError& error) {
    complain(error.what());
    return kUsage;
  } catch (const InputError& error) {
    complain(error.what());
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory for this; try a smaller file or picture");
  } catch (const std::exception& error) {
    complain(std::string("something went wrong inside: ") + error.what());
  }
  return kFailed;
}

}  // namespace qkv
