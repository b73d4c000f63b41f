// The yardstick: a bare Dear ImGui + GLFW + OpenGL 3.3 window with one line of text.
// bench_bare_window FILE [FRAMES]: draws FRAMES frames (1) and writes what they took to FILE.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include "app/platform/process.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int frames = argc > 2 ? std::atoi(argv[2]) : 1;
  if (glfwInit() != GLFW_TRUE) return 1;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(1440, 900, "bare", nullptr, nullptr);
  if (window == nullptr) return 1;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  gladLoadGL(glfwGetProcAddress);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");

  std::vector<double> seconds;
  qkv::ProcessUse first;
  for (int i = 0; i < frames; ++i) {
    glfwPollEvents();
    const double begin = glfwGetTime();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    ImGui::Begin("bare");
    ImGui::Text("frame %d", i);
    ImGui::End();
    ImGui::Render();
    glViewport(0, 0, 1440, 900);
    glClearColor(0.1f, 0.1f, 0.1f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window);
    glFinish();
    seconds.push_back(glfwGetTime() - begin);
    if (i == 0) first = qkv::process_use();
  }
  std::sort(seconds.begin(), seconds.end());
  if (std::FILE* out = std::fopen(argv[1], "w")) {
    std::fprintf(out, "first_at %.6f\nfirst_cpu %.6f\nfirst_mb %.3f\nframes %d\nmedian_ms %.4f\n",
                 first.at, first.cpu, first.resident_mb, frames,
                 1000 * seconds[seconds.size() / 2]);
    std::fclose(out);
  }
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwTerminate();
  return 0;
}
