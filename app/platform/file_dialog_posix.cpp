#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/platform/file_dialog.h"

extern char** environ;

namespace qkv {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string patterns(const FileRequest& request) {
  std::string all;
  for (const std::string& extension : request.extensions)
    all += (all.empty() ? "*" : " *") + extension;
  return all;
}

std::string start_place(const FileRequest& request) { return request.folder + "/" + request.name; }

std::vector<std::string> zenity(const FileRequest& request) {
  std::vector<std::string> command = {"zenity", "--file-selection", "--title=" + request.title,
                                      "--filename=" + start_place(request),
                                      "--file-filter=" + request.kinds + " | " + patterns(request)};
  if (request.save) {
    command.emplace_back("--save");
    command.emplace_back("--confirm-overwrite");
  } else {
    command.emplace_back("--file-filter=* | *");
  }
  return command;
}

std::vector<std::string> kdialog(const FileRequest& request) {
  return {"kdialog",
          "--title",
          request.title,
          request.save ? "--getsavefilename" : "--getopenfilename",
          start_place(request),
          patterns(request) + " | " + request.kinds};
}

struct Tool {
  std::string_view name;
  std::vector<std::string> (*command)(const FileRequest&);
};
constexpr Tool kTools[] = {{"zenity", zenity}, {"kdialog", kdialog}};

bool is_there(std::string_view name, std::string_view search_path) {
  while (!search_path.empty()) {
    const std::size_t end = std::min(search_path.find(':'), search_path.size());
    const std::string candidate = std::string(search_path.substr(0, end)) + "/" + std::string(name);
    if (::access(candidate.c_str(), X_OK) == 0) return true;
    search_path.remove_prefix(std::min(end + 1, search_path.size()));
  }
  return false;
}

/// Reads what the child says until it ends.
FileDialog::Answer answer_of(pid_t child, int from) {
  std::string said;
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    said.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(from);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) return {true, {}};
  if (WEXITSTATUS(status) == 1) return {false, {}};
  if (said.ends_with('\n')) said.pop_back();
  return {false, said};
}

}  // namespace

std::vector<std::string> dialog_command(const FileRequest& request, const std::string& wanted,
                                        const std::string& search_path,
                                        const std::string& desktop) {
  const Tool* chosen = nullptr;
  const bool kde = desktop.find("KDE") != desktop.npos;
  for (const Tool& tool : kTools) {
    if (!wanted.empty() && wanted != tool.name) continue;
    if (!is_there(tool.name, search_path)) continue;
    if (chosen == nullptr || (kde && tool.name == "kdialog")) chosen = &tool;
  }
  return chosen != nullptr ? chosen->command(request) : std::vector<std::string>{};
}

bool FileDialog::start(const FileRequest& request, void (*wake)()) {
  if (open()) return true;
  std::vector<std::string> command = dialog_command(
      request, variable("QKV_FILE_DIALOG"), variable("PATH"), variable("XDG_CURRENT_DESKTOP"));
  if (command.empty()) return false;
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int error =
      ::posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return false;
  }
  child_ = child;
  answer_ = std::async(std::launch::async, [child, from = ends[0], wake] {
    Answer answer = answer_of(child, from);
    wake();
    return answer;
  });
  return true;
}

FileDialog::~FileDialog() {
  if (open() && answer_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    ::kill(child_, SIGTERM);
}

}  // namespace qkv
