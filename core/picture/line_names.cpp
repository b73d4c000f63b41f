#include "core/picture/line_names.h"

#include "core/text/texts.h"

namespace qkv {

std::vector<std::pair<std::string_view, std::string>> line_names(const Session& session) {
  const bool turned = session.layout.queries_as_columns;
  const auto as = [&](const char* rows, const char* columns) {
    return std::string(text(turned ? columns : rows));
  };
  return {{"line", as("lines.row", "lines.column")},
          {"lines", as("lines.rows", "lines.columns")},
          {"Line", as("lines.Row", "lines.Column")},
          {"Lines", as("lines.Rows", "lines.Columns")},
          {"cross", as("lines.column", "lines.row")},
          {"crosses", as("lines.columns", "lines.rows")},
          {"Crosses", as("lines.Columns", "lines.Rows")},
          {"reading", as("lines.across", "lines.down")}};
}

std::string text_by_lines(const Session& session, std::string_view key) {
  return filled(text(key), line_names(session));
}

}  // namespace qkv
