#include "app/frame/scene_file.h"

#include <filesystem>

#include "core/document/in_language.h"
#include "core/document/qkv_file.h"
#include "core/document/rewrite_qkv.h"
#include "core/files/sha256.h"
#include "core/files/write_file.h"
#include "core/session/saved_scene.h"
#include "core/session/walk_state.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

namespace fs = std::filesystem;

bool is_scene(const std::string& path) { return path.ends_with(".qkv"); }

/// Empty where it cannot be read.
std::string hash_of(const std::string& path) {
  try {
    return sha256(read_file(path));
  } catch (const InputError&) {
    return {};
  }
}

/// What stands in the file now; empty where there is none.
std::string own_text(const SceneFile& file) {
  try {
    return file.path.empty() ? std::string() : read_file(file.path);
  } catch (const InputError&) {
    return {};
  }
}

bool opens(const Document& scene, const std::string& text) {
  try {
    // Large tensors are only named; reading them again would cost seconds and prove nothing.
    if (!scene.tensors) open_session(parse_qkv(text, scene.origin, scene.id));
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

SceneFile scene_file(const std::string& path) {
  SceneFile file;
  if (path.find_first_of("/.") == path.npos || !is_scene(path)) return file;
  file.path = whole_path(path);
  file.hash = hash_of(file.path);
  return file;
}

bool is_worth_keeping(const SceneFile& file, const Session& session) {
  if (!is_dirty(session)) return false;
  const bool lesson = file.path.empty() && session.document->origin.starts_with("lesson ");
  const Edited &saved = session.saved, now = walk_state(session);
  return !lesson || saved.document != now.document ||
         saved.options.mask.cells != now.options.mask.cells;
}

bool changed_by_others(const SceneFile& file) {
  std::error_code error;
  if (file.path.empty() || !fs::exists(file.path, error)) return false;
  return hash_of(file.path) != file.hash;
}

SceneText scene_text(const Session& session, const std::string& path) {
  SceneText result;
  result.scene = saved_scene(session, path);
  Document& scene = result.scene;
  result.text = write_qkv(scene);
  if (opens(scene, result.text)) return result;
  // Words may have been removed that a question or a text of the lesson speaks of.
  const auto without = [&](const char* what, auto drop) {
    drop();
    result.left_out.emplace_back(text(what));
    result.text = write_qkv(scene);
    return opens(scene, result.text);
  };
  if (without("file.questions", [&] { scene.questions.clear(); })) return result;
  if (without("file.steps", [&] { scene.steps.clear(); })) return result;
  if (without("file.place", [&] { scene.state = {}; })) return result;
  parse_qkv(result.text, scene.origin, scene.id);  // throws what is wrong
  return result;
}

std::string save_scene(Session& session, const std::string& path, SceneFile& file) {
  const std::string target = whole_path(path);
  SceneText scene = scene_text(session, target);
  std::string more;
  if (target == file.path && changed_by_others(file)) {
    write_file(target + "~", read_file(target));
    more += " " + filled(text("file.other_kept"), {{"path", file_name(target) + "~"}});
  } else if (const std::string old = own_text(file); has_comments(old)) {
    // A person wrote in it: their comments, order and spelling stay.
    const auto rewritten = scene.left_out.empty() ? rewrite_qkv(old, scene.scene) : std::nullopt;
    if (rewritten) {
      scene.text = *rewritten;
    } else {
      write_file(target + "~", old);
      more += " " + filled(text("file.comments"), {{"path", file_name(target) + "~"}});
    }
  }
  write_file(target, scene.text);
  file.path = target;
  file.hash = sha256(scene.text);
  session.saved = walk_state(session);
  for (const std::string& part : scene.left_out)
    more += " " + filled(text("file.left_out"), {{"what", part}});
  if (session.frozen) more += " " + std::string(text("file.compared"));
  return filled(text("file.saved"), {{"path", target}}) + (more.empty() ? "" : "." + more);
}

std::string window_title(const SceneFile& file, const Session& session) {
  std::string title = is_dirty(session) ? "• " : "";
  title += title_of(*session.document);
  if (!file.path.empty()) title += " (" + file_name(file.path) + ")";
  return title + " – QKV";
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
}

std::string whole_path(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return error ? path : whole.lexically_normal().string();
}

}  // namespace qkv
