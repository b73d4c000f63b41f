// What leaves the window as a file: done in pieces between frames, so that the window stays alive,
// shows how far it is, and can give it up.

#include <cmath>
#include <filesystem>

#include "app/frame/window_loop.h"
#include "app/platform/clipboard_picture.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr double kPieceSeconds = 0.03;  // of work between two looks at the events

/// One that is not taken yet: "cat.png", "cat-2.png", …
std::string free_path(const std::string& folder, const std::string& stem) {
  std::error_code error;
  for (int i = 1;; ++i) {
    const std::string name = stem + (i > 1 ? "-" + std::to_string(i) : "") + ".png";
    std::string path = (std::filesystem::path(folder) / name).string();
    if (!std::filesystem::exists(path, error) || i > 9999) return path;
  }
}

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

void WindowLoop::share(const Exporter& exporter, const std::string& path, bool every_stop) {
  if (!exporter.missing.empty())
    throw InputError(path + ": this program was built without " + std::string(exporter.missing));
  require_writable(path);
  ExportSource source;
  source.session = session_;
  source.session.history = {};
  settle(source.session, source.trace());
  if (exporter.extent == Extent::walk || every_stop) {
    // The walk is shown whole, wherever the window stands in it.
    apply(source.session, source.trace(), action::End{});
    settle(source.session, source.trace());
  }
  const glm::ivec2 pixels = window_.pixels();
  source.size = {pixels.x, pixels.y, ui_scale(pixels)};
  source.every_stop = every_stop;
  source.draw = [this](const Page& page) {
    if (!painter_) painter_ = std::make_unique<PagePainter>();
    Pixels drawn = painter_->pixels(page);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return drawn;
  };
  sharing_ = {exporter.begin(std::move(source)), path, -1};
}

// Film and hand-out take seconds: pieces of them are done whenever no event waits.
void WindowLoop::go_on_sharing() {
  if (!sharing_.job) return;
  try {
    const double end = Window::seconds() + kPieceSeconds;
    bool more = true;
    while (more && Window::seconds() < end) more = sharing_.job->step();
    if (!more) {
      write_file(sharing_.path, sharing_.job->take_bytes());
      tell(filled(text("file.saved"), {{"path", sharing_.path}}), false);
      sharing_ = {};
      return;
    }
    const int percent = static_cast<int>(std::floor(100 * sharing_.job->done()));
    if (percent == sharing_.percent) return;
    sharing_.percent = percent;
    tell(filled(text("share.progress"),
                {{"name", name_of(sharing_.path)}, {"percent", std::to_string(percent)}}),
         false);
  } catch (const InputError& error) {
    sharing_ = {};
    tell(error.said(), true);
  }
}

void WindowLoop::give_up_sharing() {
  const std::string name = name_of(sharing_.path);
  sharing_ = {};
  tell(filled(text("share.given_up"), {{"name", name}}), false);
}

void WindowLoop::copy_the_picture() {
  try {
    lay_out();
    const std::string png = encode_png(picture_of_page());
    mark(Stale::page);
    if (copy_picture(png)) return tell(std::string(text("share.copied")), false);
    const std::string path = free_path(pictures_folder(), session_.document->id);
    write_file(path, png);
    tell(filled(text("share.not_copied"), {{"path", path}}), false);
  } catch (const InputError& error) {
    tell(error.said(), true);
  }
}

}  // namespace qkv
