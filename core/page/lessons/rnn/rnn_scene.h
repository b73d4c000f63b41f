#pragma once

#include "core/page/lesson_scene.h"

namespace qkv {

/// The row of lesson_scenes() for [rnn].
LessonScene rnn_scene();

}  // namespace qkv
