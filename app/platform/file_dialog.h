#pragma once
// The platform's own file dialog, beside the drawing thread: zenity or kdialog as a child process,
// or the dialog of Windows.

#include <chrono>
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
  std::optional<Answer> take() {  ///< once
    // The thread wakes us a moment before its answer can be had.
    if (!open() || answer_.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready)
      return std::nullopt;
    return answer_.get();
  }

 private:
  int child_ = -1;
  std::future<Answer> answer_;
};

/// The command that shows the dialog: "zenity" and its arguments; empty where there is none.
/// `wanted`: a tool's name, "window" for none, empty for whichever the desktop has.
std::vector<std::string> dialog_command(const FileRequest& request, const std::string& wanted,
                                        const std::string& search_path, const std::string& desktop);

}  // namespace qkv
