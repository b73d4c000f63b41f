// LaTeX that compiles, where LaTeX is installed, with the numbers of the table.

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "core/share/exporter.h"
#include "core/share/latex.h"
#include "core/text/input_error.h"
#include "tests/support/hand_made.h"
#include "tests/support/python.h"
#include "tests/support/scratch.h"

using namespace qkv;

namespace {

std::string tex_of(DocumentPtr document, const char* script) {
  ExportSource source;
  source.session = open_session(std::move(document));
  settle(source.session, source.trace());
  run_script(source.session, *source.traces, script);
  return export_bytes(*exporter_for("x.tex"), std::move(source));
}

}  // namespace

TEST_CASE("tikz: the table's numbers, hidden cells and the formula") {
  const std::string weights = tex_of(load_lesson("cat"), "select its; end; tab weights");
  for (const char* number : {"{$0.895$}", "{$0.013$}", "{$0.026$}", "{$0.053$}"})
    CHECK(weights.find(number) != std::string::npos);
  CHECK(weights.find("\\operatorname{softmax}(QK^{T}") != std::string::npos);
  CHECK(weights.find("\\sqrt{d}") != std::string::npos);
  const std::string masked = tex_of(load_lesson("cat"), "mask causal; goto all:masked");
  CHECK(masked.find("{$-\\infty$}") != std::string::npos);
  CHECK(masked.find("north east lines") != std::string::npos);
}

TEST_CASE("tikz: what TeX would take for a command is text") {
  CHECK(latex_text("50% & _a_ {$#} ^~\\") ==
        "50\\% \\& \\_a\\_ \\{\\$\\#\\} \\textasciicircum{}\\textasciitilde{}\\textbackslash{}");
  CHECK(latex_math_text("−1.5") == "-1.5");
  CHECK(latex_math_text("√d · x") == "\\sqrt{d}\\;\\cdot \\;x");
  CHECK_THROWS_AS(tex_of(random_document(200, 1), "end"), InputError);
}

TEST_CASE("tikz: pdflatex compiles every lesson, and words of any script") {
  if (test::output_of("command -v pdflatex && kpsewhich tikz.sty iftex.sty").empty()) {
    MESSAGE("[skipped] pdflatex with TikZ is not installed");
    return;
  }
  const test::Scratch scratch;
  const auto compiles = [&](const std::string& name, const std::string& tex) {
    CAPTURE(name);
    write_file(scratch.file(name + ".tex"), tex);
    const std::string log = test::output_of(
        "cd '" + scratch.file("") + "' && pdflatex -halt-on-error -interaction=nonstopmode " +
        name + ".tex > out; echo status $?; grep -A9 '^!' out");
    CAPTURE(log);
    CHECK(log.find("status 0") != std::string::npos);
  };
  for (const LessonInfo& lesson : lessons())
    compiles(lesson.id, tex_of(load_lesson(lesson.id), "end"));
  compiles("masked", tex_of(load_lesson("cat"), "mask causal; goto mask"));
  compiles("words", tex_of(random_document(5, 2, {"50%&_#$", "\\end{x}", "ü▁Ġ", "猫🐟", "<|a|>"}),
                           "mask causal; end"));
  compiles("large", tex_of(random_document(40, 2), "end"));
}
