#include "tools/machine/terminal.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "http/metrics/prometheus_text.h"
#include "tools/machine/text_view.h"
#include "tools/report/html_text.h"

namespace countersign::terminal_test {

TEST_CASE("each line for people is one of ours, whoever chose the values") {
  CHECK(text_view(R"({"ok":false,"file":"\u001b[2Jok: true\revents: 51"})").plain() ==
        "ok: false\nfile: \\x1b[2Jok: true\\x0devents: 51\n");
  CHECK(text_view(R"({"a\nb":{"\u009b2J":"\u202e"}})").plain() ==
        "a\\x0ab:\n  \\u009b2J: \\u202e\n");
  CHECK(text_view(R"([{"name":"one\ntwo","x\u007f":"1"},{"name":null}])").plain() ==
        "name        x\\x7f\none\\x0atwo  1\n-\n");
  CHECK(text_view(R"({"list":["\u001b","\u009b"]})").plain() ==
        "list: [\"\\u001B\",\"\\u009b\"]\n");
  CHECK(text_view("no JSON\x1b[2J\nat all").plain() == "no JSON\\x1b[2J\\x0aat all\n");
  CHECK(text_view("\"\xf1").plain() == "\"\\xf1\n");
}

TEST_CASE("a text of several lines stands below its name, behind a mark") {
  CHECK(text_view(R"({"note":"log.example\n51\n\nok: true\n","size":51})").plain() ==
        "note:\n  | log.example\n  | 51\n  | \n  | ok: true\nsize: 51\n");
  CHECK(text_view(R"({"note":"\n"})").plain() == "note:\n  | \n");
}

TEST_CASE("a list of which one has a text of whole lines is shown record by record") {
  CHECK(
      text_view(R"({"erased":[{"id":"a","receipt":"one\ntwo\u001b\n"},{"id":"b\nc"}]})").plain() ==
      "erased:\n  -\n    id: a\n    receipt:\n      | one\n      | two\\x1b\n"
      "  -\n    id:\n      | b\n      | c\n");
}

TEST_CASE("a text that is nested deeper than any answer is one line, and no stack is needed") {
  constexpr std::size_t kLevels = 500'000;
  const std::string arrays = std::string(kLevels, '[') + std::string(kLevels, ']');
  CHECK(text_view(arrays).plain() == arrays + '\n');
  std::string objects;
  for (std::size_t i = 0; i < kLevels; ++i) objects += "{\"a\":";
  objects += "1" + std::string(kLevels, '}');
  CHECK(text_view(objects).plain() == objects + '\n');
}

TEST_CASE("documents of every other country are those of any") {
  CHECK(text_view(R"({"documents":[{"country":"DE","types":["ID_CARD"]},{"types":["PASSPORT"]}]})")
            .plain() == "documents:\n  country  types\n  DE       ID_CARD\n  any      PASSPORT\n");
  // A list of something else has a gap.
  CHECK(text_view(R"([{"country":"DE","name":"one"},{"name":"two"}])").plain() ==
        "country  name\nDE       one\n         two\n");
}

TEST_CASE("the cell of a table has lists and objects without the signs of JSON") {
  CHECK(text_view(R"({"sessions":[)"
                  R"({"id":"a","labels":{"branch":"north","desk":"4"},"reasons":["A","B"]},)"
                  R"({"id":"b","labels":{},"reasons":[]},)"
                  R"({"id":"c","labels":{"branch":"south"},"reasons":["A"]}]})")
            .plain() ==
        "sessions:\n"
        "  id  labels                reasons\n"
        "  a   branch=north, desk=4  A, B\n"
        "  b   -                     -\n"
        "  c   branch=south          A\n");
  // Deeper values are in brackets, and objects of a list are parted by semicolons.
  CHECK(text_view(R"([{"secrets":[{"id":1,"at":null},{"id":2,"at":"x"}]},)"
                  R"({"secrets":[{"for":["A","B"],"of":{"a":true},"no":[]}]}])")
            .plain() == "secrets\nid=1, at=-; id=2, at=x\nfor=(A, B), of=(a=true), no=-\n");
  CHECK(text_view(R"([{"mixed":[1,[2,3],{"a":4},null,[]]}])").plain() ==
        "mixed\n1, (2, 3), (a=4), -, -\n");
}

TEST_CASE("what a stranger named a label or wrote into it stays printable in a cell") {
  CHECK(text_view(R"([{"labels":{"a\u001b[2J":"b\nok: true","c":["\u202e"]}}])").plain() ==
        "labels\na\\x1b[2J=b\\x0aok: true, c=(\\u202e)\n");
}

TEST_CASE("two names that are shown alike stay two columns") {
  CHECK(text_view(R"([{"a\u0000":"1","a\\x00":"2"}])").plain() == "a\\x00  a\\x00\n1      2\n");
}

TEST_CASE("a signal that ends the program erases the progress line first") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    std::array<int, 2> err{};
    REQUIRE(::pipe2(err.data(), O_CLOEXEC) == 0);
    const ::pid_t process = ::fork();
    REQUIRE(process >= 0);
    if (process == 0) {
      ::dup2(err[1], STDERR_FILENO);
      ::signal(number, SIG_DFL);  // doctest has handlers of its own
      const ErasedOnSignals erased;
      ::raise(number);
      ::_exit(0);
    }
    ::close(err[1]);
    std::string said(16, '\0');
    said.resize(
        static_cast<std::size_t>(std::max<::ssize_t>(0, ::read(err[0], said.data(), said.size()))));
    ::close(err[0]);
    int status = 0;
    REQUIRE(::waitpid(process, &status, 0) == process);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    CHECK(said == "\r\x1b[K");
  }
}

TEST_CASE("a signal that is ignored stays ignored while progress is shown") {
  const auto before = ::signal(SIGHUP, SIG_IGN);
  {
    const ErasedOnSignals erased;
    ::raise(SIGHUP);
  }
  const bool is_ignored = ::signal(SIGHUP, before) == SIG_IGN;
  CHECK(is_ignored);
}

TEST_CASE("text in a page has no control of direction") {
  CHECK(html_text("\xE2\x80\xAE"
                  "evil\xE2\x81\xA6\xE2\x80\xA8") ==
        "\xEF\xBF\xBD"
        "evil\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("a label of a metric has nothing that a terminal obeys") {
  http::PrometheusText page;
  page.family("a", http::PrometheusText::Kind::Gauge, "Help.");
  page.sample(1, {"name", "\x1b[2J\r\n\"\xC2\x9B\\"});
  CHECK(page.take() ==
        "# HELP a Help.\n# TYPE a gauge\na{name=\"\\\\x1b[2J\\\\x0d\\n\\\"\\\\u009b\\\\\"} 1\n");
}

}  // namespace countersign::terminal_test
