#pragma once
// The list of a folder's files in the window's own file dialog: what is in it and what a typed line
// means. Knows no widget.

#include <optional>
#include <string>
#include <vector>

namespace qkv {

struct FolderEntry {
  std::string name;
  bool folder = false;
  friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

struct FileBrowser {
  bool saving = false;
  std::vector<std::string>
      extensions;                    ///< shown: ".qkv", ...; the first is added where none is typed
  bool all = false;                  ///< every file, whatever its kind
  std::string folder;                ///< whole path
  std::vector<FolderEntry> entries;  ///< "..", folders, files
  int selected = -1;                 ///< among entries
  std::string typed;                 ///< name or path
  std::string error;                 ///< one line
  bool scroll = false;               ///< the selected entry is to be scrolled to
  bool focus = true;                 ///< the field is to get the keyboard
  std::string confirm;               ///< a file that is there already: once more replaces it
};

/// Into a folder. Where it cannot be read the browser stays and says why.
void look_into(FileBrowser& browser, const std::string& folder);
/// The next entry down (up when negative); the field takes its name.
void select_by(FileBrowser& browser, int step);
/// Completes what is typed as far as the entries agree.
void complete(FileBrowser& browser);
/// Says so where what is typed is longer than any path; false then.
bool is_short_enough(FileBrowser& browser);
/// What Enter means: a folder is gone into, a lesson's id or a file is the answer. A file to be
/// saved that is there already is the answer the second time.
std::optional<std::string> enter(FileBrowser& browser);

}  // namespace qkv
