#pragma once
// Which file the open document belongs to, and whether everything in it is saved.

#include <string>
#include <vector>

#include "core/session/session.h"

namespace qkv {

struct SceneFile {
  std::string path;  ///< of its .qkv; empty: it has none yet (a lesson, a model's tensors)
  std::string hash;  ///< SHA-256 of what was read from or written to it last
};

/// As it is opened; `path` as the user gave it.
SceneFile scene_file(const std::string& path);
/// Dirty with more than a lesson's rules switched: a few keys bring those back.
bool is_worth_keeping(const SceneFile& file, const Session& session);

/// Has another program changed or replaced the file since it was read? Not when it is gone: saving
/// brings it back.
bool changed_by_others(const SceneFile& file);

struct SceneText {
  Document scene;
  std::string text;
  std::vector<std::string> left_out;  ///< "questions", ...: what no longer fits its own words
};
/// What is written for the session; always a file that opens. InputError where there is no such.
SceneText scene_text(const Session& session, const std::string& path);

/// Writes the scene and remembers it. A version of another program's that it replaces is kept
/// beside, as NAME~. Returns a sentence about it. InputError: nothing was changed.
std::string save_scene(Session& session, const std::string& path, SceneFile& file);

/// "• Title (scene.qkv) – QKV": the window's own.
std::string window_title(const SceneFile& file, const Session& session);
/// "scene.qkv" of a path.
std::string file_name(const std::string& path);
/// With a folder before it, as from here.
std::string whole_path(const std::string& path);

}  // namespace qkv
