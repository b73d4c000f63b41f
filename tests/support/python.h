#pragma once
// Runs Python where it is installed.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace qkv::test {

inline std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) out += buffer;
  pclose(pipe);
  return out;
}

/// The first python3 that can import `module`; empty: none.
inline std::string python_with(const std::string& module) {
  for (const char* name : {"python3", "/usr/bin/python3"})
    if (!output_of(std::string(name) + " -c 'import " + module + "; print(1)'").empty())
      return name;
  return {};
}

/// What a script prints, as it stands.
inline std::string run_python(const std::string& python, const std::string& code) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("qkv_" + std::to_string(std::hash<std::string>{}(code)) + ".py");
  std::ofstream(file) << code;
  const std::string out = output_of(python + " '" + file.string() + "'");
  std::filesystem::remove(file);
  return out;
}

}  // namespace qkv::test
