// --list-test-cases --reporters=ctest prints the test cases as a script for ctest, one test each,
// whatever characters their names are made of. Included by tests/CMakeLists.txt.

#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace {

// A CMake argument in which nothing has a meaning.
std::string bracketed(std::string_view text) {
  std::string equals = "=";
  while (text.find("]" + equals + "]") != std::string_view::npos) equals += "=";
  return "[" + equals + "[" + std::string(text) + "]" + equals + "]";
}

// As a filter: a comma would separate two.
std::string filter(std::string_view name) {
  std::string escaped;
  for (const char c : name) {
    if (c == ',') escaped += '\\';
    escaped += c;
  }
  return "--test-case=" + escaped;
}

struct CtestReporter : doctest::IReporter {
  std::ostream& out;

  explicit CtestReporter(const doctest::ContextOptions& options) : out(*options.cout) {}

  void report_query(const doctest::QueryData& query) override {
    std::set<std::string_view> seen;
    for (unsigned i = 0; i < query.num_data; ++i) {
      const std::string_view name = query.data[i]->m_name;
      if (!seen.insert(name).second) continue;
      out << "add_test(" << bracketed(name) << " \"${program}\" " << bracketed(filter(name))
          << ")\n"
          << "set_tests_properties(" << bracketed(name) << " PROPERTIES ${properties})\n";
    }
  }

  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

}  // namespace

DOCTEST_REGISTER_REPORTER("ctest", 0, CtestReporter);
