#pragma once
// The one line that the story shows when an action needs a word of explanation.

#include <string>
#include <string_view>

#include "core/session/session.h"

namespace qkv::notice {

/// Why Next passes this stop; empty where it does not.
std::string passed(const Session& session, const WalkShape& shape, const Stop& stop);
std::string no_attention();  ///< nothing to mask or to scale in a lesson of parts alone
std::string recorded();
std::string own_words();
std::string own_word(const std::string& word);  ///< mask and scale cannot change recorded numbers
std::string next_lesson(const std::string& title);
std::string previous_lesson(const std::string& title);
std::string walk_done();
std::string left_here();  ///< the lesson goes on where it was left
std::string undone(const Edit& edit);
std::string redone(const Edit& edit);
std::string nothing_to_undo();
std::string nothing_to_redo();
std::string nothing_to_train();
std::string training_ended();
std::string too_large_to_freeze();
std::string nothing_to_predict();
std::string predicting();            ///< this number is what is asked for
std::string hidden_from_training();  ///< the mask hides the key that is to be found

}  // namespace qkv::notice
