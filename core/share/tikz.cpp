// The formula and the table of a moment as LaTeX: a document that compiles as it stands, and whose
// pieces can be taken over.

#include <algorithm>
#include <cmath>
#include <set>

#include "core/document/in_language.h"
#include "core/page/fonts.h"
#include "core/page/lesson_scene.h"
#include "core/page/style.h"
#include "core/picture/picture.h"
#include "core/share/latex.h"
#include "core/share/writers.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr int kMostNumbers = 16;  // rows or columns whose cells have numbers in them
constexpr int kMostCells = 128;   // that TeX's memory takes

std::string color_text(Color c) {
  return "{rgb,255:red," + std::to_string(c.r) + ";green," + std::to_string(c.g) + ";blue," +
         std::to_string(c.b) + "}";
}

// A length as TeX reads it: with a plain minus.
std::string length(double value) {
  std::string text = format_number(value, 2);
  if (text.starts_with("\u2212")) text.replace(0, std::string_view("\u2212").size(), "-");
  return text;
}

std::string place(double x, double y) { return "(" + length(x) + "," + length(y) + ")"; }

std::string cell_text(const TablePicture& table, const TablePicture::Cell& cell) {
  if (cell.hidden > 0.5f && table.tab != Tab::weights) return "$-\\infty$";
  const auto value = static_cast<double>(cell.value);
  return "$" +
         latex_math_text(table.tab == Tab::weights && cell.hidden < 0.5f ? format_fixed(value, 3)
                                                                         : format_number(value)) +
         "$";
}

/// As the table stands: what is below each other and what is side by side.
struct Sides {
  bool turned;  ///< queries are columns
  const std::vector<std::string>&down, &across;
};
Sides sides_of(const TablePicture& table) {
  if (table.turn >= 0.5f) return {true, table.key_words, table.query_words};
  return {false, table.query_words, table.key_words};
}

void put_cell(std::string& out, const TablePicture& table, int row, int column, ColorMap map,
              bool numbers) {
  const bool turned = sides_of(table).turned;
  const TablePicture::Cell& cell = turned ? table.cell(column, row) : table.cell(row, column);
  const bool hidden = cell.hidden > 0.5f, filled = cell.fill > 0.5f;
  Color fill{247, 248, 250};
  if (filled && !hidden)
    fill = table.tab == Tab::weights ? weight_color(map, cell.value)
                                     : score_color(Theme::light, cell.value, table.limit);
  const std::string corner = place(column, row);
  out +=
      "  \\filldraw[draw=white,fill=" + color_text(fill) + "] " + corner + " rectangle +(1,1);\n";
  if (hidden)
    out += "  \\fill[pattern=north east lines,pattern color=black!30] " + corner +
           " rectangle +(1,1);\n";
  if (numbers && (filled || hidden))
    out += "  \\node[text=" + std::string(ink_on(fill) == Color{0, 0, 0} ? "black" : "white") +
           (hidden ? ",inner sep=1.5pt,fill=" + color_text(fill) : "") + "] at " +
           place(column + 0.5, row + 0.5) + " {" + cell_text(table, cell) + "};\n";
}

std::string table_picture(const TablePicture& table, ColorMap map) {
  if (std::max(table.rows, table.columns) > kMostCells)
    throw InputError("a table of " + std::to_string(table.rows) + " x " +
                     std::to_string(table.columns) +
                     " cells is too large for TikZ; write it as .svg or .csv");
  const bool numbers = std::max(table.rows, table.columns) <= kMostNumbers;
  const double step = numbers ? 1.15 : 0.3;
  std::string out = "\\begin{tikzpicture}[x=" + length(step) + "cm,y=-" +
                    length(numbers ? 0.85 : 0.3) + "cm,font=\\small]\n";
  const Sides sides = sides_of(table);
  const int rows = static_cast<int>(sides.down.size());
  const int columns = static_cast<int>(sides.across.size());
  for (int c = 0; c < columns; ++c)
    out += "  \\node[" +
           std::string(numbers ? "anchor=base" : "anchor=west,rotate=90,font=\\tiny") + "] at " +
           place(c + 0.5, numbers ? -0.25 : -0.1) + " {" +
           latex_text(sides.across[static_cast<std::size_t>(c)]) + "};\n";
  for (int r = 0; r < rows; ++r)
    out += "  \\node[anchor=east" + std::string(numbers ? "" : ",font=\\tiny") + "] at " +
           place(-0.05, r + 0.5) + " {" + latex_text(sides.down[static_cast<std::size_t>(r)]) +
           "};\n";
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) put_cell(out, table, r, c, map, numbers);
  if (table.chosen >= 0 && table.chosen < table.rows)
    out +=
        "  \\draw[line width=1.2pt,rounded corners=1pt] " +
        (sides.turned ? place(table.chosen, 0) + " rectangle " + place(table.chosen + 1, rows)
                      : place(0, table.chosen) + " rectangle " + place(columns, table.chosen + 1)) +
        ";\n";
  out += "  \\node[anchor=north] at " + place(columns / 2.0, rows + 0.1) + " {$" +
         latex_math_text(table.unit) + "$};\n";
  return out + "\\end{tikzpicture}\n";
}

std::string side_tabular(const SideTable& side) {
  const std::size_t columns = side.headers.size();
  if (columns == 0) return "";
  const auto row_text = [&](const std::vector<std::string>& cells) {
    std::string row;
    for (std::size_t i = 0; i < columns; ++i)
      row += (i > 0 ? " & " : "") +
             (i < cells.size() && !cells[i].empty() ? latex_text(cells[i]) : "$\\cdot$");
    return row + " \\\\\n";
  };
  std::string out = latex_text(side.title) + "\n\n\\smallskip\n\\begin{tabular}{l" +
                    std::string(columns - 1, 'r') + "}\n" + row_text(side.headers) + "\\hline\n";
  for (const SideTable::Row& row : side.rows) out += row_text(row.cells);
  return out + "\\end{tabular}\n";
}

// What pdfTeX has no letter for is shown by its number; the other engines have fonts for it.
std::string strange_letters(const std::string& body) {
  constexpr char32_t kLastOfLatin = 0x17F;
  constexpr std::u32string_view kKnown = U"–—‘’“”„…†‡•€";
  std::set<char32_t> strange;
  for (const Glyph& glyph : glyphs(Font::text, body))
    if (glyph.code > kLastOfLatin && kKnown.find(glyph.code) == kKnown.npos)
      strange.insert(glyph.code);
  if (strange.empty()) return "";
  std::string out = "\\ifPDFTeX\n";
  for (const char32_t code : strange) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string hex;
    for (int shift = code > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
      hex += kDigits[code >> shift & 15];
    out += "  \\DeclareUnicodeCharacter{" + hex + "}{" + latex_for(code, hex) + "}\n";
  }
  return out + "\\fi\n";
}

}  // namespace

std::string write_tikz(ExportSource& source) {
  const Session& session = source.session;
  const Trace& now = source.trace();
  const Picture picture = paint(session, now, source.traces->before(session));
  std::string body = "\\textbf{" + latex_text(title_of(*session.document)) + "} --- " +
                     latex_text(picture.story.title) + "\n\n";
  if (!picture.story.formula.empty())
    body += "\\[ " + latex_formula(picture.story.formula) + " \\]\n\n";
  if (const LessonScene* own = side_scene(session))
    body += side_tabular(own->side(session));
  else if (!no_right_side(session))
    body += table_picture(picture.table, session.color_map);
  return "% Written by QKV. The pieces between \\begin and \\end can be taken over.\n"
         "\\documentclass{article}\n\\usepackage{iftex}\n"
         "\\ifPDFTeX\\usepackage[T1]{fontenc}"
         "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\\else\\usepackage{fontspec}\\fi\n"
         "\\usepackage{amsmath}\n\\usepackage{tikz}\n\\usetikzlibrary{patterns}\n" +
         strange_letters(body) + "\\pagestyle{empty}\n\\begin{document}\n\\noindent\n" + body +
         "\\end{document}\n";
}

}  // namespace qkv
