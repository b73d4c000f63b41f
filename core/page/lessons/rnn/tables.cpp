// The two ways side by side, and the numbers beside each picture.

#include <algorithm>
#include <cmath>

#include "core/document/reference_parts.h"
#include "core/page/lessons/rnn/rnn_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::rnn {
namespace {

struct Line {
  std::string key, chain_order, attention_order;
  double chain, attention;
};

std::vector<Line> lines_of(const Now& now) {
  const auto line = [&](const char* key, const char* chain_order, const char* attention_order,
                        const char* chain, const char* attention) {
    return Line{key, chain_order, attention_order, now.number(chain), now.number(attention)};
  };
  return {line("path", "n \u2212 1", "1", "chain_path", "attention_path"),
          line("steps", "n", "1", "chain_steps", "attention_steps"),
          line("cost", "2\u00b7n\u00b7d\u00b2", "2\u00b7n\u00b2\u00b7d", "chain_multiplications",
               "attention_multiplications"),
          line("memory", "n\u00b7d", "n\u00b2", "chain_memory", "attention_memory")};
}

std::string words(const char* key) { return std::string(text(key)); }

std::string fixed(double value, int decimals = 2) { return format_fixed(value, decimals); }

SideTable start_side(const Now& now) {
  SideTable table;
  table.title = say(now, "rnn.side.start");
  const Tensor& inputs = now.given("inputs");
  table.headers = {words("rnn.side.word")};
  for (int k = 0; k < inputs.columns; ++k) table.headers.push_back("x" + std::to_string(k + 1));
  for (int i = 0; i < now.n(); ++i) {
    SideTable::Row row{{now.word(i)}, i == 0 || i == now.n() - 1};
    for (int k = 0; k < inputs.columns; ++k)
      row.cells.push_back(format_number(
          static_cast<double>(inputs.view().row(0, i)[static_cast<std::size_t>(k)]), 2));
    table.rows.push_back(std::move(row));
  }
  return table;
}

SideTable chain_side(const Now& now) {
  SideTable table;
  table.title = say(now, "rnn.side.chain");
  const Tensor& state = now.piece("state");
  table.headers = {words("rnn.side.word")};
  for (int k = 0; k < state.columns; ++k) table.headers.push_back("h" + std::to_string(k + 1));
  table.tints.assign(table.headers.size(), kChain);
  table.tints[0].reset();
  const int read = now.words_read();
  for (int i = 0; i < now.n(); ++i) {
    SideTable::Row row{{now.word(i)}, i == read - 1};
    for (int k = 0; i < read && k < state.columns; ++k)
      row.cells.push_back(
          fixed(static_cast<double>(state.view().row(0, i)[static_cast<std::size_t>(k)])));
    table.rows.push_back(std::move(row));
  }
  return table;
}

struct ListColumn {
  std::string header, piece;
  std::optional<Tint> tint;
};

/// One row a word, one column a list; words beyond `shown` have no number yet.
SideTable lists(const Now& now, const char* title, const std::vector<ListColumn>& columns,
                const std::vector<int>& lit) {
  SideTable table;
  table.title = say(now, title);
  table.headers = {words("rnn.side.word")};
  table.tints = {std::nullopt};
  for (const ListColumn& column : columns) {
    table.headers.push_back(column.header);
    table.tints.push_back(column.tint);
  }
  for (int i = 0; i < now.n(); ++i) {
    SideTable::Row row{{now.word(i)}, std::find(lit.begin(), lit.end(), i) != lit.end()};
    for (const ListColumn& column : columns)
      row.cells.push_back(with_figures(now.number(column.piece, i)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// What the sentence would need if it were longer.
SideTable growth_side(const Now& now) {
  SideTable table;
  table.title = say(now, "rnn.side.growth");
  table.headers = {words("rnn.side.length"), words("rnn.side.waits"), words("rnn.side.cells")};
  table.tints = {std::nullopt, kChain, kAttention};
  for (const float length : now.given("lengths").data) {
    const auto n = static_cast<double>(length);
    table.rows.push_back({{with_figures(n), with_figures(n), with_figures(n * n)}, false});
  }
  table.notes = {say(now, "rnn.side.growth_note")};
  return table;
}

SideTable cost_side(const Now& now) {
  SideTable table;
  table.title = say(now, "rnn.side.cost");
  table.headers = {words("rnn.side.length"), words("rnn.chain_name"), words("rnn.attention")};
  table.tints = {std::nullopt, kChain, kAttention};
  const Tensor& lengths = now.given("lengths");
  for (int i = 0; i < lengths.columns; ++i) {
    const auto n = static_cast<double>(lengths.data[static_cast<std::size_t>(i)]);
    const double equal = now.number("equal_length");
    table.rows.push_back({{with_figures(n), with_figures(now.number("chain_cost", i) / 1e6),
                           with_figures(now.number("attention_cost", i) / 1e6)},
                          std::abs(n - equal) < 1e-6 * equal});
  }
  table.notes = {say(now, "rnn.side.cost_note")};
  return table;
}

SideTable map_side(const Now& now) {
  SideTable table;
  table.title = say(now, "rnn.side.map");
  table.headers = {words("rnn.side.width"), words("rnn.side.equal")};
  const Tensor &widths = now.given("widths"), &equal = now.piece("equal_lengths");
  for (int i = 0; i < widths.columns; ++i)
    table.rows.push_back(
        {{with_figures(static_cast<double>(widths.data[static_cast<std::size_t>(i)])),
          with_figures(static_cast<double>(equal.data[static_cast<std::size_t>(i)]))},
         false});
  table.notes = {say(now, "rnn.side.map_note")};
  return table;
}

}  // namespace

void draw_table(Pen& pen, const Now& now, const Rect& rect) {
  const std::vector<Line> lines = lines_of(now);
  const float row_high =
      std::min((rect.h - 3 * pen.m.text) / static_cast<float>(lines.size()), 7.2f * pen.m.text);
  const float head = 2.2f * pen.m.text;
  const float used = head + row_high * static_cast<float>(lines.size());
  float y = rect.y + std::max(0.0f, (rect.h - used) / 2);
  const float first = 0.38f * rect.w, other = (rect.w - first) / 2;
  const float columns[] = {rect.x, rect.x + first, rect.x + first + other};
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  const auto middle = [&](float x, float top, float high, const std::string& s, Font font,
                          float size, Color color) {
    pen.text_middle({x + other / 2, middle_baseline(font, size, top, high)},
                    fitted(font, size, s, other - pen.em(10)), font, size, color);
  };
  middle(columns[1], y, head, words("rnn.chain_name"), Font::semibold, pen.m.text,
         tint_ink(pen, kChain));
  middle(columns[2], y, head, words("rnn.attention"), Font::semibold, pen.m.text,
         tint_ink(pen, kAttention));
  y += head;
  const auto count = static_cast<float>(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const float shown = std::clamp(now.eased * count - static_cast<float>(i), 0.0f, 1.0f);
    pen.line({rect.x, std::round(y)}, {rect.right(), std::round(y)}, pen.colors.line, pen.m.line);
    if (shown <= 0) {
      y += row_high;
      continue;
    }
    const float title = 1.5f * pen.m.text, small = 1.35f * pen.m.small;
    const float top = y + (row_high - title - small) / 2;
    pen.text({columns[0], middle_baseline(Font::semibold, pen.m.text, top, title)},
             fitted(Font::semibold, pen.m.text, words(("rnn.table." + line.key).c_str()),
                    first - pen.em(8)),
             Font::semibold, pen.m.text, with_alpha(pen.colors.text, shown));
    pen.text({columns[0], middle_baseline(Font::text, pen.m.small, top + title, small)},
             fitted(Font::text, pen.m.small, words(("rnn.table." + line.key + "_sub").c_str()),
                    first - pen.em(8)),
             Font::text, pen.m.small, with_alpha(dim, shown));
    const auto side = [&](float x, const std::string& order, double number, bool better,
                          Tint tint) {
      if (better)
        pen.box({x + pen.em(4), y + pen.px(6), other - pen.em(8), row_high - pen.px(12)},
                pen.m.radius, {0, 0, 0, 0}, with_alpha(tint_color(pen, tint), shown), pen.px(2));
      const float size = better ? 1.45f * pen.m.text : 1.25f * pen.m.text;
      middle(x, top - 0.1f * pen.m.text, title, with_figures(number),
             better ? Font::mono_bold : Font::mono, size,
             with_alpha(better ? tint_ink(pen, tint) : pen.colors.text, shown));
      middle(x, top + title, small, order, Font::math, pen.m.small, with_alpha(dim, shown));
    };
    side(columns[1], line.chain_order, line.chain, line.chain < line.attention, kChain);
    side(columns[2], line.attention_order, line.attention, line.attention < line.chain, kAttention);
    y += row_high;
  }
}

SideTable side_table(const Session& session) {
  const Now now = now_of(session);
  const int last = now.n() - 1;
  const ListColumn plain{words("rnn.plain"), "fading", kChain};
  if (now.part == "chain") return chain_side(now);
  if (now.part == "fading") return lists(now, "rnn.side.fading", {plain}, {0, last});
  if (now.part == "gates")
    return lists(
        now, "rnn.side.fading",
        {plain, {words("rnn.gru"), "fading_gru", kGru}, {words("rnn.lstm"), "fading_lstm", kLstm}},
        {0, last});
  if (now.part == "path")
    return lists(now, "rnn.side.path",
                 {{words("rnn.chain_name"), "chain_hops", kChain},
                  {words("rnn.attention"), "attention_hops", kAttention}},
                 {0});
  if (now.part == "clock")
    return lists(now, "rnn.side.clock",
                 {{words("rnn.chain_name"), "chain_ready", kChain},
                  {words("rnn.attention"), "attention_ready", kAttention}},
                 {last});
  if (now.part == "table") return growth_side(now);
  if (now.part == "cost") return cost_side(now);
  if (now.part == "map") return map_side(now);
  return start_side(now);
}

}  // namespace qkv::rnn
