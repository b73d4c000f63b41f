#include "app/cli/options.h"

#include <charconv>
#include <cmath>

#include "app/frame/settings_file.h"
#include "app/platform/locale.h"
#include "core/document/library.h"
#include "core/session/action.h"
#include "core/session/beside.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kMostBatches = 1'000'000;
constexpr int kSmallestWidth = 320, kSmallestHeight = 200, kLargestSide = 16384;

/// Runs `read`; what it finds wrong is a fault of the option's value.
template <class Read>
auto value_of(const char* option, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw UsageError(std::string(option) + ": " + error.what());
  }
}

[[noreturn]] void refuse(const char* option, const std::string& value, const std::string& mend) {
  throw UsageError(std::string(option) + ": \"" + value + "\" cannot be used; " + mend);
}

float number(const char* option, const std::string& text, const std::string& mend) {
  float value = 0;
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    refuse(option, text, mend);
  return value;
}

int index(const char* option, const std::string& text, int count, const std::string& noun) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value >= count)
    refuse(option, text,
           count == 1 ? "there is only " + noun + " 0"
                      : "there are " + noun + "s 0 to " + std::to_string(count - 1));
  return value;
}

std::vector<float> sink_values(const std::string& text, int heads) {
  std::vector<float> values;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    values.push_back(number("--sink", text.substr(begin, comma - begin),
                            "give a score, or one a head: 0.5,1,0"));
    begin = comma + 1;
  }
  const auto wanted = static_cast<std::size_t>(heads);
  if (values.size() == 1) values.resize(wanted, values.front());
  if (values.size() != wanted)
    refuse("--sink", text, "there are " + std::to_string(heads) + " heads; give one score a head");
  return values;
}

/// Options without an action of their own become the document's: "scale on" then returns to them.
DocumentPtr with_numbers(const DocumentPtr& document, const CommonOptions& options) {
  const bool scale = options.scale && *options.scale != "off";
  if (!scale && !options.softcap && !options.sink && !options.temperature) return document;
  auto changed = std::make_shared<Document>(*document);
  AttentionOptions& attention = changed->options;
  if (scale) attention.scale = number("--scale", *options.scale, "give a number, or off");
  if (options.softcap) {
    attention.softcap =
        number("--softcap", *options.softcap, "give a positive number, or 0 for none");
    if (attention.softcap < 0)
      refuse("--softcap", *options.softcap, "give a positive number, or 0 for none");
  }
  if (options.temperature) {
    attention.temperature = number("--temperature", *options.temperature, "give a positive number");
    if (attention.temperature <= 0)
      refuse("--temperature", *options.temperature, "give a positive number");
  }
  if (options.sink) attention.sink = sink_values(*options.sink, document->heads());
  return changed;
}

/// Options that would change nothing are refused, or a result would mislead.
void refuse_without_effect(const Document& document, const CommonOptions& options) {
  if (!document.recording && !document.only_parts) return;
  const std::pair<const char*, bool> given[] = {
      {"--mask", options.mask.has_value()},
      {"--causal-align", options.causal_align.has_value()},
      {"--scale", options.scale.has_value()},
      {"--softcap", options.softcap.has_value()},
      {"--sink", options.sink.has_value()},
      {"--temperature", options.temperature.has_value()},
      {"--variant", options.variant.has_value()}};
  for (const auto& [name, there] : given) {
    if (!there) continue;
    if (document.recording)
      throw InputError(document.origin +
                       ": holds recorded attention, which cannot be computed anew with " + name +
                       "; leave it out, or open a file with q, k and v");
    throw UsageError(std::string(name) + ": each stop of " + document.origin +
                     " computes its own, so nothing would change; turn its knobs (--do), or take "
                     "lesson cat");
  }
}

/// Applies one action after the other, each settled.
struct Driver {
  Session& session;
  TraceCache& traces;

  void operator()(const Action& action) const {
    apply(session, traces.now(session), action);
    settle(session, traces.now(session));
  }
};

void apply_mask(const CommonOptions& options, const Driver& drive) {
  if (!options.mask && !options.causal_align) return;
  Mask mask = drive.session.options.mask;
  if (options.mask) {
    const auto rules = value_of("--mask", [&] { return parse_mask_rules(*options.mask); });
    for (const MaskRule& rule : rules) {
      bool there = false;
      for (const MaskRule& own : mask.rules) there = there || own == rule;
      if (!there) mask.rules.push_back(rule);
    }
  }
  if (options.causal_align) {
    if (*options.causal_align != "start" && *options.causal_align != "end")
      refuse("--causal-align", *options.causal_align, "choose start or end");
    mask.align = *options.causal_align == "end" ? CausalAlign::end : CausalAlign::start;
  }
  drive(action::SetMask{mask});
}

void apply_slice(const CommonOptions& options, const Driver& drive) {
  const Document& document = *drive.session.document;
  Slice slice = drive.session.slice;
  if (options.layer) slice.layer = index("--layer", *options.layer, document.layers(), "layer");
  if (options.batch && (document.recording || document.file_batches == 1))
    slice.batch = index("--batch", *options.batch, document.batches(), "batch");
  if (options.head) slice.head = index("--head", *options.head, document.heads(), "head");
  if (slice != drive.session.slice) drive(action::Look{slice});
}

void apply_stop(const CommonOptions& options, bool at_end, const Driver& drive) {
  Session& session = drive.session;
  const auto go = [&](const char* option, const std::string& text) {
    const WalkShape shape = walk_shape(session, drive.traces.now(session), session.row);
    drive(
        action::GoTo{value_of(option, [&] { return parse_stop(text, shape, *session.document); })});
  };
  if (options.stage && options.at)
    throw UsageError("--stage and --at both say where to stand; keep one of them");
  if (options.stage) {
    Stage stage{};
    if (!parse_stage(*options.stage, stage))
      refuse("--stage", *options.stage,
             "choose start, project, score, scale, mask, softmax, mix, all or train");
    return go("--stage", *options.stage);
  }
  if (options.at) return go("--at", *options.at);
  const InitialState& state = session.document->state;
  // Actions go on from where the window would have begun.
  if (at_end && !options.script && state.stage.empty() && state.actions.empty())
    drive(action::End{});
}

/// A recording beside a lesson that takes one; it is looked at where its own file says.
void lay_beside(Session& session, const std::string& path) {
  if (!session.document->takes_beside)
    throw UsageError("--beside: nothing is laid beside " + session.document->origin +
                     "; the lessons trophy and trophy-small take a recording");
  const DocumentPtr recording = load(path);
  if (!can_lie_beside(*recording))
    throw InputError(path + ": holds no recorded attention; give a .npz with \"attention\"");
  put_beside(session, recording);
}

}  // namespace

Session start_session(const CommonOptions& options, TraceCache& traces, bool at_end) {
  // A batch of q, k and v is chosen while reading, that of a recording afterwards.
  const int batch = options.batch ? index("--batch", *options.batch, kMostBatches, "batch") : 0;
  const DocumentPtr loaded = load(options.input, batch);
  refuse_without_effect(*loaded, options);
  page_size(options);  // refused where nothing is drawn, too
  Session session = open_session(with_numbers(loaded, options));
  const Driver drive{session, traces};
  settle(session, traces.now(session));
  apply_slice(options, drive);
  if (options.beside) lay_beside(session, *options.beside);
  apply_mask(options, drive);
  if (options.scale && *options.scale == "off") drive(action::SetScale{false, {}});
  if (options.variant)
    drive(
        action::SetVariant{value_of("--variant", [&] { return parse_variant(*options.variant); })});
  if (options.word)
    drive(action::Select{value_of(
        "--word", [&] { return find_word(session.document->query_words, *options.word); })});
  if (options.theme) {
    if (*options.theme != "light" && *options.theme != "dark")
      refuse("--theme", *options.theme, "choose light or dark");
    drive(action::SetTheme{*options.theme == "light" ? Theme::light : Theme::dark});
  }
  apply_stop(options, at_end, drive);
  if (options.script)
    value_of("--do", [&] {
      run_script(session, traces, *options.script);
      return 0;
    });
  settle(session, traces.now(session));
  return session;
}

void choose_language(const std::optional<std::string>& lang) {
  if (lang && !set_language(*lang)) {
    std::string known;
    for (const std::string& each : languages()) known += (known.empty() ? "" : ", ") + each;
    refuse("--lang", *lang, "choose one of " + known);
  }
  if (lang) return;
  const std::string chosen = read_language(settings_path());
  if (chosen.empty() || !set_language(chosen)) set_language(language_of_locale(system_locale()));
}

PageSize page_size(const CommonOptions& options) {
  PageSize size;
  if (options.size) {
    const std::string& text = *options.size;
    const char* const last = text.data() + text.size();
    const auto [x, first] = std::from_chars(text.data(), last, size.width);
    const bool cross = first == std::errc() && x != last && (*x == 'x' || *x == 'X');
    const auto [end, second] = std::from_chars(cross ? x + 1 : last, last, size.height);
    if (!cross || second != std::errc() || end != last)
      refuse("--size", text, "write it as 1280x720");
    if (size.width < kSmallestWidth || size.height < kSmallestHeight || size.width > kLargestSide ||
        size.height > kLargestSide)
      refuse("--size", text, "from 320x200 to 16384x16384");
  }
  if (options.ui_scale) {
    size.ui_scale = number("--ui-scale", *options.ui_scale, "give a number from 0.5 to 6");
    if (size.ui_scale < 0.5f || size.ui_scale > 6.0f)
      refuse("--ui-scale", *options.ui_scale, "give a number from 0.5 to 6");
  }
  return size;
}

}  // namespace qkv
