#pragma once
// The platform's own file dialog: zenity or kdialog, as a child process beside the drawing thread.

#include <future>
#include <optional>
#include <string>
#include <vector>

namespace qkv {

struct FileRequest {
  bool save = false;
  std::string title, folder, name;      ///< name: proposed, of a file to be saved
  std::vector<std::string> extensions;  ///< ".qkv", ...: what is shown
  std::string kinds;                    ///< what these are called
};

class FileDialog {
 public:
  struct Answer {
    bool failed = false;  ///< there was no dialog after all
    std::string path;     ///< empty: it was left without choosing
  };

  FileDialog() = default;
  ~FileDialog();
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;

  /// False where there is no such tool, or QKV_FILE_DIALOG=window asks for none. `wake` is called
  /// from another thread when there is an answer.
  bool start(const FileRequest& request, void (*wake)());
  bool open() const { return answer_.valid(); }
  std::optional<Answer> take();  ///< once

 private:
  int child_ = -1;
  std::future<Answer> answer_;
};

/// The command that shows the dialog: "zenity" and its arguments; empty where there is none.
/// `wanted`: a tool's name, "window" for none, empty for whichever the desktop has.
std::vector<std::string> dialog_command(const FileRequest& request, const std::string& wanted,
                                        const std::string& search_path, const std::string& desktop);

}  // namespace qkv
