// The exporter: one moment as a page of its own size, or a hand-out, a sheet for every stop.

#include <optional>

#include "core/document/in_language.h"
#include "core/picture/picture.h"
#include "core/share/handout.h"
#include "core/share/pdf.h"
#include "core/share/walk.h"
#include "core/share/writers.h"

namespace qkv {
namespace {

constexpr float kPointsPerPixel = 0.75f;  // as the web counts: 96 pixels an inch

class PdfJob : public ExportJob {
 public:
  explicit PdfJob(ExportSource source)
      : source_(std::move(source)), writer_(title_of(*source_.session.document)) {
    if (source_.every_stop) stops_ = stops_until(source_.session, *source_.traces);
  }

  bool step() override {
    if (!source_.every_stop) {
      writer_.add(page_of(source_), kPointsPerPixel, "");
      done_ = 1;
      return false;
    }
    const Session& stop = stops_[at_++];
    const Page page =
        handout_page(stop, *source_.traces, static_cast<int>(at_), static_cast<int>(stops_.size()));
    const StoryPicture story = paint_story(stop, source_.traces->now(stop), nullptr);
    writer_.add(page, kSheetWidth / page.size.x, std::to_string(at_) + "  " + story.title);
    done_ = static_cast<float>(at_) / static_cast<float>(stops_.size());
    return at_ < stops_.size();
  }
  float done() const override { return done_; }
  std::string take_bytes() override { return writer_.finish(); }

 private:
  ExportSource source_;
  PdfWriter writer_;
  std::vector<Session> stops_;
  std::size_t at_ = 0;
  float done_ = 0;
};

}  // namespace

std::unique_ptr<ExportJob> begin_pdf(ExportSource source) {
  return std::make_unique<PdfJob>(std::move(source));
}

}  // namespace qkv
