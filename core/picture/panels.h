#pragma once
// The panels around the scene: toolbar, story, table, bars, ribbon.

#include <string>
#include <vector>

#include "core/code/code.h"
#include "core/session/action.h"
#include "core/session/quantity.h"
#include "core/session/session.h"

namespace qkv {

/// Who a text belongs to; decides its colour (design section 6).
enum class Role { plain, dim, query, key, value, output, good, accent, alarm };

/// A piece of a line of text. Numbers are set in the mono face, aligned.
struct Span {
  std::string text;
  Role role = Role::plain;
  bool bold = false, mono = false;
  int script = 0;  ///< +1 superscript, -1 subscript
  Quantity quantity;
};
using Line = std::vector<Span>;

struct ToolbarPicture {
  std::string title;       ///< lesson or file
  std::string provenance;  ///< "Vectors chosen by hand."
  struct Chip {
    std::string word;
    bool chosen = false;
    bool made_up = false;  ///< its vectors were made up from its letters
  };
  std::vector<Chip> chips;
  bool can_edit_words = false;
  std::string mask;       ///< the segment lit: "full", "causal", "window", "padding", "custom"
  std::string mask_text;  ///< "causal + padding:2"
  bool can_mask = true, can_scale = true;  ///< recordings cannot
  bool has_tools = true;                   ///< false: mask and scale have nothing to say here
  std::string cannot_reason;
  bool scale_on = true;
  std::string broken;                   ///< names of the rules that are broken; empty: none
  bool slices = false;                  ///< show layer and head choosers
  std::vector<std::string> head_names;  ///< empty: numbered
  int layer = 0, layers = 1, head = 0, heads = 1, batch = 0, batches = 1;
};

/// One cell of the story's table; `shown` false: a dot stands there until its time has come.
struct StoryCell {
  std::string text;
  Role role = Role::plain;
  bool shown = true, hidden = false;
  Quantity quantity;
};
struct StoryRow {
  int key = 0;
  float share = 0;  ///< how much it matters: of many the largest are listed
  bool acting = false;
  bool masked = false;
  std::vector<StoryCell> cells;
};

/// A question in the story's place: what may be answered, what was, what is right.
struct QuestionPicture {
  int number = 0, of = 0;  ///< 0: none is asked
  Question::Kind kind = Question::Kind::word;
  struct Option {
    std::string text;
    Action answer;
    bool given = false, right = false;  ///< right is told only once it is answered
  };
  std::vector<Option> options;  ///< of word and choose
  bool answered = false, right = false;
  std::string verdict;  ///< "Right: 6." "It is cat."
  std::string prompt;   ///< "Click a cell of the table.", or what was typed
};

/// Train, in the story: one button a thing that can be done now.
struct TrainingPicture {
  struct Button {
    std::string text, tip;
    Action action;
    bool strong = false;  ///< what the moment is about
  };
  std::vector<Button> buttons;  ///< none: there is nothing to train here
  Line status;  ///< "Step 12 of 40: “its” gives “cat” 0.587"; empty while it is off
  std::vector<float> curve;  ///< weight of the key, at the start and after each step
  int steps = 0;             ///< of the whole run: the curve's right end
};

struct StoryPicture {
  QuestionPicture question;
  TrainingPicture training;
  int step = 1, of = 1;
  int stop = 1, stops = 1;  ///< of that step
  std::string stage;        ///< "Score", beside the step's number
  std::string title;        ///< "Score"
  Line formula;            ///< softmax(QKᵀ/√d)·V; the acting part bold and plain, the rest dim
  std::vector<Line> text;  ///< one plain paragraph (a line is a paragraph; wrapped by layout)
  std::vector<Line> sums;  ///< the arithmetic of the moment, real numbers, mono
  std::vector<std::string> headers;  ///< of the table: word key q·k ÷√d weight
  int acting_column = 1;             ///< of the table: the last that a narrow panel gives up
  int acting_columns = 1;            ///< from that one on
  std::vector<StoryRow> rows;
  int rows_left = 0;          ///< rows that are not listed: the smallest of very many
  std::vector<Line> speaker;  ///< for whoever presents it; empty: the lesson has nothing
  std::vector<Line> notes;    ///< under the table: Σ = 1.000, where the vectors come from, notice
};

/// What stands on the presenter's screen, or in the strip.
struct PresenterPicture {
  std::string lesson;
  int step = 1, of = 1;
  std::string now, next;    ///< titles of this stop and of the one that Next leads to
  std::vector<Line> notes;  ///< what to say here
};

struct TablePicture {
  Tab tab = Tab::scores;
  bool tab_available[4] = {true, true, true, true};
  std::string tab_reason[4];                ///< why greyed
  bool has_tabs = true;                     ///< false: there is one table only
  std::string rows_name, columns_name;      ///< "queries q", "keys k"
  bool asks_for_cell = false;               ///< a click on a cell answers the question
  int marked_row = -1, marked_column = -1;  ///< the cell that was answered
  std::vector<std::string> query_words, key_words;
  std::vector<std::string> query_vectors, key_vectors;  ///< "2, 0"; empty when there are none
  int chosen = 0;
  float frame = 0;  ///< where the chosen row's frame is; travels when the word changes
  int acting_column = -1;
  int layer = 0, head = 0;  ///< of the quantities
  struct Cell {
    float value = 0;
    float fill = 0;        ///< 0 empty .. 1 filled
    float hidden = 0;      ///< 0 .. 1 hatched
    bool outline = false;  ///< a change is announced here (mask before its stage)
    bool leaks = false;    ///< a weight where the mask allows none
    bool alone = false;    ///< compared: A has no such pair of words
  };
  bool compared = false;  ///< cells hold B - A
  float turn = 0;         ///< 0: a row for each query .. 1: a column for each
  int rows = 0, columns = 0;
  std::vector<Cell> cells;         ///< rows × columns, row-major
  std::vector<float> row_sums;     ///< of the rows whose weights are shown; NaN: not shown
  std::vector<float> column_sums;  ///< where softmax runs down the columns; NaN: not shown
  std::vector<bool> row_alarm;     ///< the row should add up to 1 and does not
  float limit = 1;                 ///< scores ±limit; weights 0..1
  std::string unit;                ///< "q·k", "q·k ÷√2", "weight"
  const Cell& cell(int r, int c) const {
    return cells[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(c)];
  }
};

struct BarsPicture {
  std::string title;  ///< "Weights of its", "z of its: where it came from"
  struct Bar {
    std::string word;
    float share = 0;
    std::string number;
    Role role = Role::plain;
    bool shown = true, hidden = false;
    Quantity quantity;
    bool signed_bar = false;
    bool has_other = false;    ///< beside it: A's, or what was guessed
    float other = 0;           ///< its share
    std::string other_number;  ///< "" where it has no column of its own
  };
  struct Button {
    std::string text, tip;
    Action action;
    bool strong = false;
  };
  std::vector<Button> buttons;
  bool guesses = false;  ///< the bars are drawn by hand, from -limit or 0 to limit
  float limit = 1;       ///< of a bar of full length
  std::string note;      ///< below the bars: "Σ = 0.9 of 1"
  std::vector<Bar> bars;
  bool diverging = false;     ///< bars from the middle, -limit..limit
  bool output = false;        ///< bars in the output colour
  bool weights = false;       ///< shares of 1: what does not fit is summed up in a row
  bool percent = false;       ///< ... and numbered in percent
  std::vector<float> values;  ///< of the bars, for their colours: a score or a weight
  Line vector;                ///< z = [0.903, 0.059]
  Quantity vector_quantity;
};

/// The script of this state, a line each; long arrays shortened.
struct CodePicture {
  Language language = Language::numpy;
  struct Line {
    std::string text, comment;
    bool lit = false;    ///< its stage is running
    bool wrong = false;  ///< a rule is broken here
    bool row = false;    ///< of an array: one line, never broken
  };
  std::vector<Line> lines;
  std::string reason;       ///< why there is none
  bool over_chain = false;  ///< an open number's chain comes back when it is closed
};

/// The course as a path of lessons.
struct ContentsPicture {
  struct Entry {
    std::string id, number, title, state;  ///< state: "walked", "2 of 3 answered", ...
    bool here = false, opened = false, walked = false;
    int right = 0, answered = 0, questions = 0;
    bool next = false;  ///< where one goes on
  };
  std::vector<Entry> entries;
  std::string title, subtitle, summary;
};

struct RibbonPicture {
  struct Segment {
    Stage stage = Stage::start;
    std::string name;
    std::vector<Stop> stops;
    std::vector<std::string> stop_names;  ///< "score:cat"
    bool passed = false;                  ///< Next passes it
    std::string passed_reason;
  };
  std::vector<Segment> segments;
  int segment = 0;   ///< where the playhead is
  float within = 0;  ///< 0..1 in that segment, for the knob
  bool playing = false, can_back = true, can_next = true;
  float speed = 1;
  StepSize steps = StepSize::keys;
  std::string next_text;     ///< "Next step", "Next lesson: …", "The end"
  std::string invitation;    ///< for whoever is here for the first time; empty: none
  std::string hint, footer;  ///< keys; "its → 5 keys, d = 2"
};

ToolbarPicture paint_toolbar(const Session&, const Trace& now);
StoryPicture paint_story(const Session&, const Trace& now, const Trace* before);
TablePicture paint_table(const Session&, const Trace& now, const Trace* before);
BarsPicture paint_bars(const Session&, const Trace& now, const Trace* before);
RibbonPicture paint_ribbon(const Session&, const Trace& now);
ContentsPicture paint_contents(const Session&);
CodePicture paint_code(const Session&, const Trace& now);
/// The stage whose lines of code are lit at this stop.
Stage running_stage(const Stop& at);

/// max abs score of the whole lesson: the range of the colour map and of the ruler; never 0.
float score_limit(const Trace& trace);
/// The same; while something is dragged, the range of before, so that nothing rescales under the
/// hand.
float score_limit(const Session& session, const Trace& now);
Overview range_of(const Session& session, const Trace& now);
/// The document whose vectors say how floor and camera lie: during a drag that of before.
const Document& ranging_document(const Session& session);
/// What the Landscape's floor is measured by: that, or what it was before the last drag, as long as
/// every tip lies on it.
const Document& floor_document(const Session& session);
/// Of the scores of that, where the floor was kept; else null.
const Overview* overview_of_floor(const Session& session);
/// The largest score of what the floor is measured by: the camera was chosen by it.
float floor_limit(const Session& session, const Trace& now);

}  // namespace qkv
