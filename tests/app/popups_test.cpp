// Every popup fits the smallest window or scrolls, with the longest sentence there is.

#include "app/views/popups.h"

#include <string>

#include <doctest/doctest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

/// Dear ImGui without a window.
struct Headless {
  Headless() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DeltaTime = 1.0f / 60;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~Headless() { ImGui::DestroyContext(); }
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;
};

const ImGuiWindow* popup_window() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if ((window->Flags & ImGuiWindowFlags_Popup) != 0 && window->Active) return window;
  return nullptr;
}

}  // namespace

TEST_CASE("popups fit the smallest window, or scroll, with 64 words") {
  const Headless gui;
  Player player("cat");
  std::string sentence = "sentence";
  for (int i = 0; i < 64; ++i) sentence += " word" + std::to_string(i);
  player.settled(sentence + "; end");
  const glm::ivec2 size{1024, 640};
  ImGui::GetIO().DisplaySize = {1024, 640};
  const Page page = layout(
      player.session, paint(player.session, player.trace(), player.traces.before(player.session)),
      {size.x, size.y, 1});
  int seen = 0;
  for (const Hit& hit : page.hits) {
    if (hit.menu.empty() || hit.menu.find("-copy") != std::string::npos) continue;
    CAPTURE(hit.menu);
    ViewState view;
    view.popup = {hit.menu, hit.rect, true, {}, hit.quantity, {}};
    for (int frame = 0; frame < 4; ++frame) {
      Intents intents;
      ImGui::NewFrame();
      draw_popup(player.session, player.trace(), page, view, intents);
      ImGui::EndFrame();
    }
    const ImGuiWindow* const window = popup_window();
    REQUIRE(window != nullptr);
    ++seen;
    CHECK(window->Pos.x >= 0);
    CHECK(window->Pos.y >= 0);
    CHECK(window->Pos.x + window->Size.x <= 1024);
    CHECK(window->Pos.y + window->Size.y <= 640);
    const float room = window->InnerRect.GetHeight();
    CHECK((window->ContentSize.y <= room + 1 || window->ScrollMax.y > 0));
    ImGui::NewFrame();
    ImGui::ClosePopupsOverWindow(nullptr, false);
    ImGui::EndFrame();
  }
  CHECK(seen >= 4);
}
