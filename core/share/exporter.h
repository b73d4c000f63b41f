#pragma once
// What leaves the program as a file: one row of exporters() and one .cpp each. The command line and
// the window's menu read the table; a test walks it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/layout.h"
#include "core/session/session.h"

namespace qkv {

/// 8-bit sRGB with straight alpha, rows from the top, no padding.
struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

/// What is to be written.
struct ExportSource {
  Session session;  ///< settled; a walk leads from its start to where this stands
  std::shared_ptr<TraceCache> traces = std::make_shared<TraceCache>();
  PageSize size;
  bool transparent = false;     ///< no ground behind the picture
  std::optional<PanelId> part;  ///< of a picture: this panel alone
  bool every_stop = false;      ///< each stop of the walk, where the file can hold them
  /// Draws a page in its own size. Whoever exports has a graphics context or not: InputError.
  std::function<Pixels(const Page&)> draw;

  const Trace& trace() { return traces->now(session); }
};

/// Work in pieces, so that it can be watched and given up. Nothing is written before the end.
class ExportJob {
 public:
  virtual ~ExportJob() = default;
  /// Does a piece; false when nothing is left to do.
  virtual bool step() = 0;
  virtual float done() const = 0;        ///< 0 .. 1
  virtual std::string take_bytes() = 0;  ///< the file, after the last step
};

enum class Extent {
  moment,  ///< what is seen now
  stops,   ///< the same, or with every_stop each stop of the walk
  walk     ///< the walk in motion
};

struct Exporter {
  std::string_view suffix;  ///< ".svg"
  std::string_view id;      ///< texts stand under "share.ID" (name) and "share.ID_help"
  Extent extent = Extent::moment;
  bool draws = false;        ///< needs ExportSource::draw
  bool transparent = false;  ///< can leave out the ground
  std::string_view missing;  ///< the library that this build was made without; empty: none
  std::unique_ptr<ExportJob> (*begin)(ExportSource source);
};
const std::vector<Exporter>& exporters();

/// The row for this path, by its suffix in capitals or not; null where there is none.
const Exporter* exporter_for(std::string_view path);
/// ".png, .svg, .pdf": for help and faults.
std::string exporter_suffixes();

/// Does all of it. `watch` is told how far after each piece and may throw to give up; may be empty.
std::string export_bytes(const Exporter& exporter, ExportSource source,
                         const std::function<void(float)>& watch = {});

/// The page of this moment as every picture shows it, without a ground where none is wanted.
Page page_of(ExportSource& source);

}  // namespace qkv
