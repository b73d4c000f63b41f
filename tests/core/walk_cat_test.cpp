#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/picture/row_values.h"
#include "core/session/action.h"

using namespace qkv;

TEST_CASE("a walk through the cat lesson, end to end") {
  Session session = open_session(load_lesson("cat"));
  TraceCache traces;
  CHECK(session.document->query_words[static_cast<std::size_t>(session.row)] == "its");
  CHECK(step_number(session, traces.now(session)).of == 6);
  int steps = 0;
  while (!session.next_lesson_offered && session.notice.empty() && steps < 100) {
    run_script(session, traces, "next");
    ++steps;
  }
  // 5 keys: plane and 5, scale, 4 of softmax, 5 and z, 4 of all words; the last press is refused.
  CHECK(steps == 6 + 1 + 4 + 6 + 4 + 1);
  CHECK(row_values(session, traces.now(session), session.row).weights[1] ==
        doctest::Approx(0.895).epsilon(0.001));
}
