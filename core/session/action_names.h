#pragma once
// Words for what an action carries, in the order of the enums; read and written by these alone.

#include "core/session/action_reader.h"

namespace qkv {

inline const Names kTabs = {"scores", "scaled", "masked", "weights"};
inline const Names kScenes = {"landscape", "sentence", "lesson"};
inline const Names kThemes = {"dark", "light"};
inline const Names kStepSizes = {"keys", "stages"};
inline const Names kColorMaps = {"viridis", "cividis", "grey"};
inline const Names kPanels = {"story", "table", "keys"};
inline const Names kLines = {"rows", "columns"};
inline const Names kContents = {"off", "on", "pictures"};
inline const Names kOnOff = {"off", "on"};
inline const Names kCodePanels = {"off", "numpy", "pytorch"};
inline const Names kVectorKinds = {"query", "key", "value", "embedding"};
inline const Names kAnswers = {"word", "cell", "option", "number"};

/// "next", "mask": the names in the table stand in the order of the variant's alternatives.
std::string_view name_of(const Action& action);

}  // namespace qkv
