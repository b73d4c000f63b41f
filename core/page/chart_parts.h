#pragma once
// The layers of a chart, each drawn into the plot of its place.

#include "core/page/chart.h"

namespace qkv {

Color band_fill(const Pen& pen, const ChartBand& band);
void draw_bands(Pen& pen, const Chart& chart, const ChartPlace& place);
void draw_columns(Pen& pen, const Chart& chart, const ChartPlace& place);
void draw_rules(Pen& pen, const Chart& chart, const ChartPlace& place);
void draw_series(Pen& pen, const Chart& chart, const ChartPlace& place);
/// Marks and their words; `first` is the chart's first item, whose texts are kept free.
void draw_marks(Pen& pen, const Chart& chart, const ChartPlace& place, std::size_t first);

/// Width of the longest name that stands at the end of a curve; 0: none.
float end_names_width(const Pen& pen, const Chart& chart);
/// Right of the plot, each as near to the end of its curve as the others let it.
void name_series(Pen& pen, const Chart& chart, const ChartPlace& place, float width);

}  // namespace qkv
