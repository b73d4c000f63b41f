#include <algorithm>
#include <array>
#include <cctype>

#include "core/page/style.h"
#include "core/picture/picture.h"
#include "core/share/part.h"
#include "core/share/writers.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

// A panel's own ground, or the scene's inside its frame.
bool is_ground(const Box& box, const Page& page, const Palette& colors) {
  if (box.fill.a != 255 || !(box.fill == colors.ground || box.fill == colors.panel)) return false;
  const float slack = 10 * page.unit;
  return std::any_of(page.panels.begin(), page.panels.end(), [&](const PanelPlace& panel) {
    const Rect &a = box.rect, &b = panel.rect;
    return std::abs(a.x - b.x) <= slack && std::abs(a.y - b.y) <= slack &&
           std::abs(a.right() - b.right()) <= slack && std::abs(a.bottom() - b.bottom()) <= slack;
  });
}

void clear_ground(Page& page, const Palette& colors) {
  page.background.a = 0;
  for (Item& item : page.items)
    if (auto* box = std::get_if<Box>(&item.shape); box != nullptr && is_ground(*box, page, colors))
      box->fill.a = 0;
}

}  // namespace

const std::vector<Exporter>& exporters() {
  static const std::vector<Exporter> rows = {
      {".png", "png", Extent::moment, true, true, {}, at_once<write_png>},
      {".svg", "svg", Extent::moment, false, true, {}, at_once<write_svg>},
      {".pdf", "pdf", Extent::stops, false, true, {}, begin_pdf},
      {".gif", "gif", Extent::walk, true, false, {}, begin_gif},
      {".webp", "webp", Extent::walk, true, true, webp_missing(), begin_webp},
      {".tex", "tex", Extent::moment, false, false, {}, at_once<write_tikz>},
      {".txt", "txt", Extent::stops, false, false, {}, at_once<write_transcript>},
      {".csv", "csv", Extent::moment, false, false, {}, at_once<write_csv>},
      {".npz", "npz", Extent::moment, false, false, {}, at_once<write_npz_file>},
      {".json", "json", Extent::moment, false, false, {}, at_once<write_json>},
      {".py", "py", Extent::moment, false, false, {}, at_once<write_numpy>},
  };
  return rows;
}

const Exporter* exporter_for(std::string_view path) {
  for (const Exporter& row : exporters())
    if (path.size() > row.suffix.size() &&
        same_letters(path.substr(path.size() - row.suffix.size()), row.suffix))
      return &row;
  return nullptr;
}

std::string exporter_suffixes() {
  std::string all;
  for (const Exporter& row : exporters()) {
    if (!all.empty()) all += ", ";
    all += row.suffix;
  }
  return all;
}

std::string export_bytes(const Exporter& exporter, ExportSource source,
                         const std::function<void(float)>& watch) {
  const std::unique_ptr<ExportJob> job = exporter.begin(std::move(source));
  for (bool more = true; more;) {
    more = job->step();
    if (watch) watch(job->done());
  }
  return job->take_bytes();
}

Page page_of(ExportSource& source) {
  const Session& session = source.session;
  const Trace& now = source.trace();
  Page page = layout(session, paint(session, now, source.traces->before(session)), source.size);
  if (source.transparent) clear_ground(page, palette(session.theme));
  if (!source.part) return page;
  drop_controls(page);
  return part_of(page, *source.part);
}

}  // namespace qkv
