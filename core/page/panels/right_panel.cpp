#include "core/page/panels/right_panel.h"

#include "core/text/texts.h"

namespace qkv {

bool folded_right_panel(Pen& pen, const Session& session, const Rect& rect) {
  pen.box(rect, 0, pen.colors.panel);
  pen.line({rect.x + pen.m.line / 2, rect.y}, {rect.x + pen.m.line / 2, rect.bottom()},
           pen.colors.line, pen.m.line);
  if (!session.layout.table_folded) return false;
  fold_grip(pen, rect, false, true, "table", text("table.unfold"));
  pen.page.panels.push_back({PanelId::table, rect, rect.h, rect.w});
  return true;
}

}  // namespace qkv
