// The PDF is whole: every object where its table says, a page for every stop, its numbers those of
// the page. pdftotext, where it is installed, reads them back.

#include "core/share/pdf.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/files/write_file.h"
#include "core/page/fonts.h"
#include "core/page/layout.h"
#include "core/session/action.h"
#include "core/share/exporter.h"
#include "core/share/handout.h"
#include "core/share/walk.h"
#include "tests/support/python.h"
#include "tests/support/scratch.h"

using namespace qkv;

namespace {

ExportSource source_of(const char* lesson, const char* script) {
  ExportSource source;
  source.session = open_session(load_lesson(lesson));
  settle(source.session, source.trace());
  run_script(source.session, *source.traces, script);
  source.size = {1280, 720, 0};
  return source;
}

std::string pdf_of(ExportSource source) {
  return export_bytes(*exporter_for("x.pdf"), std::move(source));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size())
    ++found;
  return found;
}

/// Faults of the table of objects; empty: none.
std::string table_faults(const std::string& pdf) {
  std::string faults;
  const std::size_t start = pdf.rfind("startxref\n");
  if (!pdf.starts_with("%PDF-1.6\n") || !pdf.ends_with("%%EOF\n") || start == std::string::npos)
    return "no PDF";
  std::size_t at = static_cast<std::size_t>(std::atol(pdf.c_str() + start + 10));
  if (pdf.compare(at, 7, "xref\n0 ") != 0) return "no table where it should be";
  const int objects = std::atoi(pdf.c_str() + at + 7);
  at = pdf.find('\n', at + 5) + 1 + 20;
  for (int i = 1; i < objects; ++i, at += 20) {
    const auto place = static_cast<std::size_t>(std::atol(pdf.substr(at, 10).c_str()));
    const std::string head = std::to_string(i) + " 0 obj\n";
    if (place == 0 || pdf.compare(place, head.size(), head) != 0)
      faults += " object " + std::to_string(i);
  }
  return faults;
}

}  // namespace

TEST_CASE("pdf: every object lies where the table says, in every lesson") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    const std::string pdf = pdf_of(source_of(lesson.id.c_str(), "end"));
    CHECK(table_faults(pdf) == "");
    CHECK(count(pdf, "/Type /Page ") == 1);
    // No font is left to the reader.
    CHECK(count(pdf, "/Subtype /Type0") == count(pdf, "/FontFile"));
    CHECK(pdf.find("/FontFile") != std::string::npos);
  }
}

TEST_CASE("pdf: a hand-out has a page and a bookmark for every stop") {
  ExportSource source = source_of("cat", "select its; end");
  source.every_stop = true;
  const std::size_t stops = stops_until(source.session, *source.traces).size();
  CHECK(stops == 22);
  const std::string pdf = pdf_of(source);
  CHECK(table_faults(pdf) == "");
  CHECK(count(pdf, "/Type /Page ") == stops);
  CHECK(count(pdf, "/Dest [") == stops);
  // Outlines of unused letters are gone: all nine faces whole would be more than a megabyte.
  CHECK(pdf.size() < 600'000);
}

TEST_CASE("pdf: on a sheet of the hand-out nothing is cut off, in every lesson at every stop") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    ExportSource source = source_of(lesson.id.c_str(), "end");
    const std::vector<Session> stops = stops_until(source.session, *source.traces);
    for (std::size_t i = 0; i < stops.size(); ++i) {
      CAPTURE(i);
      const Page page = handout_page(stops[i], *source.traces, static_cast<int>(i) + 1, 9);
      CHECK(page.size.x / page.size.y == doctest::Approx(1.4143).epsilon(0.002));
      for (const PanelPlace& panel : page.panels)
        CHECK(panel.content_height <= panel.rect.h + 0.5f);
      for (const Item& item : page.items) {
        const auto* text = std::get_if<Text>(&item.shape);
        if (text == nullptr || text->upward || text->color.a == 0) continue;
        CAPTURE(text->text);
        CHECK(text->baseline.x >= 0);
        CHECK(text->baseline.x + text_width(text->font, text->size, text->text) <=
              page.size.x + 0.5f);
        CHECK(text->baseline.y <= page.size.y);
        // At least 5.5 point on paper.
        CHECK(text->size * kSheetWidth / page.size.x >= 5.0f);
      }
    }
  }
}

TEST_CASE("pdf: pdftotext reads the page's numbers") {
  if (test::output_of("command -v pdftotext").empty()) {
    MESSAGE("[skipped] pdftotext is not installed");
    return;
  }
  ExportSource source = source_of("cat", "select its; mask causal; end");
  const Page page = page_of(source);
  const test::Scratch scratch;
  const std::string path = scratch.file("cat.pdf");
  write_file(path, pdf_of(source));
  const std::string read = test::output_of("pdftotext -layout " + path + " -");
  int checked = 0;
  for (const Item& item : page.items) {
    const auto* text = std::get_if<Text>(&item.shape);
    if (text == nullptr || text->upward || text->color.a == 0) continue;
    if (text->text.find_first_not_of("0123456789.−") != std::string::npos) continue;
    CAPTURE(text->text);
    CHECK(read.find(text->text) != std::string::npos);
    ++checked;
  }
  CHECK(checked > 30);
}
