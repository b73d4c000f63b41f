#include "app/platform/imgui_compat.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "core/page/extra_fonts.h"
#include "core/page/fonts.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

// Dear ImGui's size is ascent − descent, ours is the em.
constexpr float kInterSize = 1.21f, kDejaVuSize = 1.164f;

ImVec4 color(const GuiLook::Rgba& c, float alpha = 1) {
  return {static_cast<float>(c[0]) / 255, static_cast<float>(c[1]) / 255,
          static_cast<float>(c[2]) / 255, static_cast<float>(c[3]) / 255 * alpha};
}

void add_font(std::string_view face, float size, const ImWchar* ranges, bool merge) {
  const auto [bytes, index] = font_file(face);
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merge;
  config.OversampleH = 2;
  config.PixelSnapH = false;
  config.FontNo = index;
  // The atlas only reads the font; its interface has no const.
  void* data = const_cast<std::byte*>(bytes.data());
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), size, &config,
                                             ranges);
}

constexpr ImWchar kLatin[] = {0x20, 0x24F, 0x400, 0x4FF, 0x2010, 0x202F, 0x2190, 0x2193, 0};
constexpr ImWchar kSigns[] = {0x370,  0x3FF,  0x2070, 0x209C, 0x2200, 0x22FF,
                              0x25A1, 0x25A1, 0x1D40, 0x1D40, 0};
constexpr ImWchar kBox = 0x25A1;    // for what no font has
constexpr char32_t kLast = 0xFFFF;  // popups know 16 bits of a character: the rest are boxes

bool is_usual(char32_t code) {
  const auto among = [code](const ImWchar* ranges) {
    for (; *ranges != 0; ranges += 2)
      if (code >= ranges[0] && code <= ranges[1]) return true;
    return false;
  };
  return code < kLatin[0] || among(kLatin) || among(kSigns);
}

using Ranges = std::map<std::string, std::vector<ImWchar>>;

/// Letters by the face that the page draws them with.
Ranges faces_of(const std::set<char32_t>& letters) {
  Ranges ranges;
  for (const char32_t letter : letters) {
    std::string text;
    append_utf8(text, letter);
    for (const Glyph& glyph : glyphs(Font::text, text))
      for (int end = 0; end < 2; ++end)
        ranges[std::string(glyph.face)].push_back(static_cast<ImWchar>(glyph.code));
  }
  for (auto& [face, own] : ranges) own.push_back(0);
  return ranges;
}

void load_fonts(float em, const std::set<char32_t>& letters) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  add_font("fonts/Inter-Regular", em * kInterSize, kLatin, false);
  add_font("fonts/DejaVuSans", em * kDejaVuSize, kSigns, true);
  const Ranges ranges = faces_of(letters);
  for (const auto& [face, own] : ranges) add_font(face, em * kDejaVuSize, own.data(), true);
  fonts.Fonts[0]->FallbackChar = kBox;
#if IMGUI_VERSION_NUM < 19200
  fonts.Build();  // while the ranges are there
#endif
}

void set_colors(const GuiLook& look) {
  ImVec4* c = ImGui::GetStyle().Colors;
  const ImVec4 none(0, 0, 0, 0);
  c[ImGuiCol_Text] = color(look.text);
  c[ImGuiCol_TextDisabled] = color(look.dim);
  c[ImGuiCol_PopupBg] = c[ImGuiCol_WindowBg] = color(look.panel);
  c[ImGuiCol_Border] = c[ImGuiCol_Separator] = color(look.line);
  c[ImGuiCol_BorderShadow] = none;
  c[ImGuiCol_FrameBg] = c[ImGuiCol_Button] = color(look.raised);
  c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_ButtonHovered] = color(look.selected);
  c[ImGuiCol_FrameBgActive] = c[ImGuiCol_ButtonActive] = color(look.line);
  c[ImGuiCol_Header] = color(look.selected);
  c[ImGuiCol_HeaderHovered] = c[ImGuiCol_HeaderActive] = color(look.selected);
  c[ImGuiCol_CheckMark] = c[ImGuiCol_SliderGrab] = c[ImGuiCol_SliderGrabActive] =
      color(look.accent);
#if IMGUI_VERSION_NUM >= 19140
  c[ImGuiCol_NavCursor] = color(look.accent);
#else
  c[ImGuiCol_NavHighlight] = color(look.accent);
#endif
  c[ImGuiCol_TextSelectedBg] = color(look.accent, 0.4f);
  c[ImGuiCol_ScrollbarBg] = none;
  c[ImGuiCol_ScrollbarGrab] = color(look.line);
}

void set_measures(float unit) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {10, 10};
  style.FramePadding = {10, 6};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {8, 6};
  style.WindowRounding = style.PopupRounding = 10;
  style.FrameRounding = style.GrabRounding = 6;
  style.PopupBorderSize = style.WindowBorderSize = 1;
  style.ScaleAllSizes(unit);
  style.PopupBorderSize = style.WindowBorderSize = style.FrameBorderSize =
      std::max(1.0f, std::round(unit));
}

// Every field is one line: where a paste breaks into lines or columns there is a space, no glue.
const char* clipboard_line() {
  static std::string line;
  const char* text = glfwGetClipboardString(nullptr);
  line = text == nullptr ? "" : text;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return line.c_str();
}

void paste_in_one_line() {
#if IMGUI_VERSION_NUM >= 19110
  ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) {
    return clipboard_line();
  };
#else
  ImGui::GetIO().GetClipboardTextFn = [](void*) { return clipboard_line(); };
#endif
}

bool pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

}  // namespace

Gui::Gui(Window& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_NoMouseCursorChange;
  io.ConfigInputTextCursorBlink = false;  // a blink would draw frames while nothing happens
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), false);
  paste_in_one_line();
  ImGui_ImplOpenGL3_Init("#version 330 core");
  window.listen(this);
}

Gui::~Gui() {
  window_.listen(nullptr);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::take_floor(bool taken, bool leaves_control) {
  floor_ = taken;
  leaves_control_ = leaves_control;
}
bool Gui::take_heard() { return std::exchange(heard_, false); }

bool Gui::hear() {
  heard_ = heard_ || floor_;
  return floor_;
}

void Gui::wear(const GuiLook& look) {
  if (dressed_ && look == look_) return;
  const std::size_t known = letters_.size();
  for (const Glyph& glyph : glyphs(Font::text, look.letters))
    if (!is_usual(glyph.code) && glyph.code <= kLast) letters_.insert(glyph.code);
  if (!dressed_ || look.text_size != look_.text_size || look.unit != look_.unit ||
      letters_.size() > known) {
    set_measures(look.unit);
    load_fonts(look.text_size, letters_);
#if IMGUI_VERSION_NUM < 19200
    // The first time, the backend makes the texture itself; later versions always do.
    if (dressed_) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
#endif
  }
  set_colors(look);
  look_ = look;
  dressed_ = true;
}

void Gui::begin_frame(const GuiLook& look) {
  wear(look);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Gui::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  pressed_.clear();
  for (const KeyEvent& e : releases_)
    ImGui_ImplGlfw_KeyCallback(window_.handle(), e.key, e.scancode, e.action, e.mods);
  if (!releases_.empty()) hear();
  releases_.clear();
}

bool Gui::wants_text_cursor() const {
  return ImGui::GetMouseCursor() == ImGuiMouseCursor_TextInput;
}

// Enter acts as Space does, which older versions take alone; in a text it ends it. That it is
// Space is told by its press, for the release comes when the popup may be another.
int Gui::acting_key(int key, int action) {
  if (key != GLFW_KEY_ENTER && key != GLFW_KEY_KP_ENTER) return key;
  if (action == GLFW_PRESS)
    enter_acts_ = !ImGui::GetIO().WantTextInput && !ImGui::IsAnyItemActive();
  return enter_acts_ ? GLFW_KEY_SPACE : key;
}

// Releases are always heard, or a key pressed before a popup opened would hang. Before 1.87 a key
// that goes down and up between two frames was never down: its release waits for the next one, and
// with it that of any other key, or Ctrl would be up before its V is heard.
bool Gui::key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  constexpr int kRelease = 0, kPress = 1;
  if (leaves_control_ && action != kRelease && (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0) {
    hear();
    return false;
  }
  key = acting_key(key, action);
  const bool quick = action == kRelease && !pressed_.empty();
  if (quick) {
    releases_.push_back({key, scancode, action, mods});
  } else if (floor_ || action == kRelease) {
    if (action == kPress) pressed_.push_back(key);
    ImGui_ImplGlfw_KeyCallback(window, key, scancode, action, mods);
  }
  return hear();
}

bool Gui::typed(GLFWwindow* window, unsigned code) {
  if (floor_) ImGui_ImplGlfw_CharCallback(window, code);
  return hear();
}

bool Gui::button(GLFWwindow* window, int button, int action, int mods) {
  if (floor_) ImGui_ImplGlfw_MouseButtonCallback(window, button, action, mods);
  return hear();
}

bool Gui::wheel(GLFWwindow* window, double x, double y) {
  if (floor_) ImGui_ImplGlfw_ScrollCallback(window, x, y);
  return hear();
}

bool Gui::moved([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x,
                [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
  return hear();
}

void Gui::entered(GLFWwindow* window, bool inside) {
  ImGui_ImplGlfw_CursorEnterCallback(window, inside ? 1 : 0);
}
void Gui::focused(GLFWwindow* window, bool on) {
  ImGui_ImplGlfw_WindowFocusCallback(window, on ? 1 : 0);
}

int gui_stays_open() {
#if IMGUI_VERSION_NUM >= 19100
  return ImGuiSelectableFlags_NoAutoClosePopups;
#else
  return ImGuiSelectableFlags_DontClosePopups;
#endif
}

bool gui_escape_pressed() { return pressed(ImGuiKey_Escape); }

int gui_page_pressed() {
  return (pressed(ImGuiKey_PageDown) ? 1 : 0) - (pressed(ImGuiKey_PageUp) ? 1 : 0);
}

}  // namespace qkv
