#pragma once
// The rows' own functions, and what they share.

#include <optional>
#include <string>

#include "core/document/trace_json.h"
#include "core/share/exporter.h"

namespace qkv {

/// One that is done in a single piece.
class WrittenAtOnce : public ExportJob {
 public:
  WrittenAtOnce(ExportSource source, std::string (*write)(ExportSource&))
      : source_(std::move(source)), write_(write) {}
  bool step() override {
    bytes_ = write_(source_);
    done_ = true;
    return false;
  }
  float done() const override { return done_ ? 1.0f : 0.0f; }
  std::string take_bytes() override { return std::move(bytes_); }

 private:
  ExportSource source_;
  std::string (*write_)(ExportSource&);
  std::string bytes_;
  bool done_ = false;
};

template <std::string (*Write)(ExportSource&)>
std::unique_ptr<ExportJob> at_once(ExportSource source) {
  return std::make_unique<WrittenAtOnce>(std::move(source), Write);
}

std::unique_ptr<ExportJob> begin_pdf(ExportSource source);
std::unique_ptr<ExportJob> begin_gif(ExportSource source);
std::unique_ptr<ExportJob> begin_webp(ExportSource source);
/// The library that .webp needs, where it was not there when this was built; else empty.
std::string_view webp_missing();
std::string write_tikz(ExportSource&);
std::string write_png(ExportSource&);
std::string write_svg(ExportSource&);
std::string write_csv(ExportSource&);
std::string write_npz_file(ExportSource&);
std::string write_json(ExportSource&);
std::string write_transcript(ExportSource&);
std::string write_numpy(ExportSource&);

/// What the session is compared with; nothing where it is not.
std::optional<TracedState> compared_with(const Session& session);

}  // namespace qkv
