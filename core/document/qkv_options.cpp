// [options] and [state] of a .qkv file.

#include "core/document/qkv_parts.h"
#include "core/document/stop_names.h"
#include "core/text/input_error.h"

namespace qkv {

void read_options(const QkvReader& in, const toml::table& options, AttentionOptions& result) {
  in.only(options,
          {"mask", "causal_align", "scale", "softcap", "temperature", "sink", "variant", "visible",
           "added"},
          " in [options]");
  if (const toml::node* const node = options.get("mask")) {
    try {
      result.mask.rules = parse_mask_rules(in.string(*node, "mask"));
    } catch (const InputError& error) {
      in.fail(*node, "mask: " + std::string(error.what()), "for instance \"causal+padding:2\"");
    }
  }
  if (const toml::node* const node = options.get("causal_align"))
    result.mask.align = in.choice(*node, "causal_align", {"start", "end"}) == 0 ? CausalAlign::start
                                                                                : CausalAlign::end;
  if (const toml::node* const node = options.get("scale")) {
    if (node->is_string()) {
      in.choice(*node, "scale", {"off"});
      result.scale = 1.0f;
    } else {
      result.scale = in.number(*node, "scale:");
    }
  }
  if (const toml::node* const node = options.get("softcap")) {
    result.softcap = in.number(*node, "softcap:");
    if (result.softcap < 0)
      in.fail(*node, "softcap: is negative", "give a positive number, or 0 for none");
  }
  if (const toml::node* const node = options.get("temperature")) {
    result.temperature = in.number(*node, "temperature:");
    if (result.temperature <= 0)
      in.fail(*node, "temperature: is not positive", "1 changes nothing");
  }
  if (const toml::node* const node = options.get("sink")) result.sink = in.numbers(*node, "sink");
  if (const toml::node* const node = options.get("variant")) {
    try {
      result.variant = parse_variant(in.string(*node, "variant"));
    } catch (const InputError& error) {
      in.fail(*node, error.what(), "for instance \"axis=columns+softmax=twice\"");
    }
  }
  if (const toml::node* const node = options.get("visible"))
    result.mask.cells = std::make_shared<const BoolCells>(in.cells(*node, "visible"));
  if (const toml::node* const node = options.get("added")) {
    Tensor added = in.tensor(*node, "added");
    result.mask.bias = std::make_shared<const FloatCells>(
        FloatCells{added.heads, added.rows, added.columns, std::move(added.data)});
  }
}

void read_state(const QkvReader& in, const toml::table& state, Document& document) {
  InitialState& result = document.state;
  in.only(state, {"word", "stage", "theme", "layer", "batch", "head", "picture", "actions"},
          " in [state]");
  if (const toml::node* const node = state.get("word")) result.word = in.string(*node, "word");
  if (const toml::node* const node = state.get("stage")) result.stage = in.string(*node, "stage");
  if (const toml::node* const node = state.get("theme"))
    result.theme = in.choice(*node, "theme", {"dark", "light"}) == 0 ? "dark" : "light";
  if (const toml::node* const node = state.get("layer"))
    result.layer = in.integer(*node, "layer", 0, document.layers() - 1);
  if (const toml::node* const node = state.get("batch"))
    result.batch = in.integer(*node, "batch", 0, document.batches() - 1);
  if (const toml::node* const node = state.get("head"))
    result.head = in.integer(*node, "head", 0, document.heads() - 1);
  if (const toml::node* const node = state.get("picture")) {
    result.picture = in.string(*node, "picture");
    if (const StopFault fault = stop_fault(result.picture, document); !fault.what.empty())
      in.fail(*node, "picture: " + fault.what, fault.mend);
  }
  if (const toml::node* const node = state.get("actions"))
    result.actions = in.string(*node, "actions");
}

}  // namespace qkv
