#include "app/platform/system_fonts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/files/write_file.h"
#include "core/page/extra_fonts.h"
#include "core/page/fonts.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

namespace fs = std::filesystem;

/// One row a script: where its characters lie, and files of fonts that have them, the best first.
struct Script {
  char32_t begin, end;
  std::array<std::string_view, 6> files;
};
constexpr Script kScripts[] = {
    {0x0590, 0x0600, {"NotoSansHebrew-Regular.ttf", "DejaVuSans.ttf", "FreeSans.ttf"}},
    {0x0600,
     0x0780,
     {"NotoSansArabic-Regular.ttf", "NotoNaskhArabic-Regular.ttf", "DejaVuSans.ttf"}},
    {0x0900, 0x0980, {"NotoSansDevanagari-Regular.ttf", "Lohit-Devanagari.ttf", "FreeSans.ttf"}},
    {0x0980, 0x0E00, {"NotoSansBengali-Regular.ttf", "NotoSansTamil-Regular.ttf", "FreeSerif.ttf"}},
    {0x0E00, 0x0E80, {"NotoSansThai-Regular.ttf", "Loma.ttf", "FreeSerif.ttf"}},
    {0x10A0, 0x1100, {"NotoSansGeorgian-Regular.ttf", "DejaVuSans.ttf"}},
    {0x1100, 0x1200, {"NotoSansCJK-Regular.ttc", "NanumGothic.ttf", "UnDotum.ttf"}},
    {0x2E80,
     0xA4D0,
     {"NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf", "wqy-microhei.ttc", "wqy-zenhei.ttc",
      "ipag.ttf", "msyh.ttc"}},
    {0xAC00,
     0xD7B0,
     {"NotoSansCJK-Regular.ttc", "NanumGothic.ttf", "DroidSansFallbackFull.ttf", "UnDotum.ttf",
      "malgun.ttf"}},
    {0xF900, 0xFB00, {"NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf", "wqy-zenhei.ttc"}},
    {0xFF00, 0xFFF0, {"NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf", "wqy-zenhei.ttc"}},
    {0x1F000, 0x1FB00, {"NotoEmoji-Regular.ttf", "Symbola.ttf", "DejaVuSans.ttf"}},
};
constexpr std::uintmax_t kLargestFont = 128u << 20;  // bytes; a collection for all of CJK has 20 MB

bool add_file(const std::string& path, int index, char32_t code) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kLargestFont) return false;
  try {
    const std::string text = read_file(path);
    std::vector<std::byte> bytes(text.size());
    std::transform(text.begin(), text.end(), bytes.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
    return add_font("system:" + path + "#" + std::to_string(index), std::move(bytes), index, code);
  } catch (const InputError&) {
    return false;
  }
}

const Script* script_of(char32_t code) {
  for (const Script& script : kScripts)
    if (code >= script.begin && code < script.end) return &script;
  return nullptr;
}

/// The character first, then others of its script that are missing too: a font may have one and not
/// the rest, and a word should not be drawn in two.
std::vector<char32_t> of_its_script(char32_t code, const std::u32string& missing) {
  constexpr std::size_t kMost = 24;
  std::vector<char32_t> codes = {code};
  const Script* const script = script_of(code);
  for (const char32_t other : missing)
    if (script != nullptr && other != code && codes.size() < kMost && script_of(other) == script)
      codes.push_back(other);
  return codes;
}

#ifndef _WIN32
/// fc-match's answer for fonts with outlines that have the first of these characters; those that
/// have most of the others come first.
bool ask_fontconfig(const std::vector<char32_t>& codes) {
  const char32_t code = codes.front();
  std::string charset;
  for (const char32_t one : codes) {
    char hex[16];
    std::snprintf(hex, sizeof hex, "%s%x", charset.empty() ? "" : " ", static_cast<unsigned>(one));
    charset += hex;
  }
  const std::string command = "fc-match -s --format='%{index} %{file}\\n' ':charset=" + charset +
                              ":scalable=true:color=false' 2>/dev/null";
  std::FILE* const answer = ::popen(command.c_str(), "r");
  if (answer == nullptr) return false;
  std::string text;
  std::array<char, 4096> buffer{};
  // The best few are enough; fc-match lists every font there is.
  constexpr std::size_t kEnough = 2000;
  while (text.size() < kEnough) {
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), answer);
    if (got == 0) break;
    text.append(buffer.data(), got);
  }
  ::pclose(answer);
  constexpr int kTries = 3;
  std::size_t begin = 0;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::size_t end = text.find('\n', begin);
    if (end == text.npos) break;
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    int index = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), index);
    if (error != std::errc() || *after != ' ') continue;
    // The upper half tells a variable font's instance.
    if (add_file(std::string(after + 1, line.data() + line.size()), index & 0xFFFF, code))
      return true;
  }
  return false;
}
#else
bool ask_fontconfig(const std::vector<char32_t>&) { return false; }
#endif

std::vector<std::string> font_folders() {
  std::vector<std::string> folders = {"/usr/share/fonts", "/usr/local/share/fonts",
                                      "/System/Library/Fonts", "/Library/Fonts",
                                      "C:\\Windows\\Fonts"};
  if (const char* const home = std::getenv("HOME")) {
    folders.push_back(std::string(home) + "/.local/share/fonts");
    folders.push_back(std::string(home) + "/.fonts");
  }
  return folders;
}

std::optional<std::string> find_file(std::string_view name) {
  for (const std::string& folder : font_folders()) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error))
      if (at->path().filename() == name) return at->path().string();
  }
  return std::nullopt;
}

bool look_for_known(char32_t code) {
  const Script* const script = script_of(code);
  if (script == nullptr) return false;
  for (const std::string_view name : script->files) {
    if (name.empty()) continue;
    const std::optional<std::string> path = find_file(name);
    if (path && add_file(*path, 0, code)) return true;
  }
  return false;
}

bool find(char32_t code, const std::u32string& missing) {
  return ask_fontconfig(of_its_script(code, missing)) || look_for_known(code);
}

}  // namespace

bool SystemFonts::supply(std::string_view text) {
  constexpr int kMostSearches = 8;  // a text of every script there is must not take minutes
  bool came = false;
  int searches = 0;
  const auto missing = missing_characters(text);
  for (const char32_t code : missing) {
    if (in_vain_.count(code) > 0 || extra_face(code) != nullptr) continue;
    if (++searches > kMostSearches) break;
    if (find(code, missing))
      came = true;
    else
      in_vain_.insert(code);
  }
  return came;
}

}  // namespace qkv
