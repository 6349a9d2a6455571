#include "tools/setup/answers.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace countersign::answers_test {

SetupAnswers good_answers() {
  return {.public_url = "https://verify.example",
          .log_origin = "verify.example/log",
          .data = "/var/lib/countersign/data",
          .user = "countersign",
          .certificate = "/etc/tls/chain.pem",
          .certificate_key = "/etc/tls/key.pem"};
}

TEST_CASE("there are six questions, and answers by options need no terminal") {
  CHECK(setup_questions().size() == 6);
  const auto complete_ones = complete(good_answers(), {});
  REQUIRE(complete_ones.has_value());
  CHECK(host_of(*complete_ones) == "verify.example");
  CHECK(port_of(*complete_ones) == "443");
  SetupAnswers other = good_answers();
  other.public_url = "https://VERIFY.example:8443";
  const auto normal = complete(other, {});
  REQUIRE(normal.has_value());
  CHECK(normal->public_url == "https://verify.example:8443");
  CHECK(port_of(*normal) == "8443");
}

TEST_CASE("without a terminal the options that are missing are named") {
  SetupAnswers some = good_answers();
  some.user.clear();
  some.certificate_key.clear();
  const auto refused = complete(some, {});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("--user, --certificate-key") != std::string::npos);
}

TEST_CASE("no answer ends a line or a value of a file that it gets into") {
  struct Row {
    std::string SetupAnswers::*answer;
    std::vector<std::string> wrong;
  };
  const std::vector<std::string> paths{"relative",
                                       "/",
                                       "/a b",
                                       "/a\nb",
                                       "/a;b",
                                       "/a\"b",
                                       "/a$b",
                                       "/a%b",
                                       "/a{b",
                                       "/a\\b",
                                       "/a/../b",
                                       "/a//b",
                                       "/a#b",
                                       "/ä",
                                       "/" + std::string(300, 'a')};
  for (const Row& row :
       {Row{&SetupAnswers::public_url,
            {"http://verify.example",
             "verify.example",
             "https://",
             "https://a/b",
             "https://a;b",
             "https://a b",
             "https://a\n",
             "https://u:p@a",
             "https://[::1]",
             "https://a$b",
             "https://a{",
             "https://-a"}},
        Row{&SetupAnswers::log_origin,
            {"a b", "a+b", "a\"b", "a\nb", "a\\b", std::string(300, 'a')}},
        Row{&SetupAnswers::user,
            {"root", "Root;x", "a b", "a\nb", "-a", "0", "a%i", std::string(33, 'a')}},
        Row{&SetupAnswers::data, paths},
        Row{&SetupAnswers::certificate, paths},
        Row{&SetupAnswers::certificate_key, paths}}) {
    for (const std::string& wrong : row.wrong) {
      CAPTURE(wrong);
      SetupAnswers answers = good_answers();
      answers.*row.answer = wrong;
      const auto refused = complete(answers, {});
      REQUIRE_FALSE(refused.has_value());
      CHECK(refused.error().starts_with("--"));
    }
  }
}

TEST_CASE(
    "at a terminal the offered answer is taken by an empty line, and a wrong one asked again") {
  std::vector<std::string> lines{"ftp://x", "https://verify.example", "", "/srv/data", "", "", ""};
  std::vector<std::string> asked;
  const auto answers = complete({}, [&](const std::string& question) -> std::optional<std::string> {
    asked.push_back(question);
    if (asked.size() > lines.size()) return std::nullopt;
    return lines[asked.size() - 1];
  });
  REQUIRE(answers.has_value());
  CHECK(asked.size() == 7);
  CHECK(asked[1].starts_with("That is not https://"));
  CHECK(answers->log_origin == "verify.example/log");
  CHECK(answers->data == "/srv/data");
  CHECK(answers->user == "countersign");
  CHECK(answers->certificate == "/etc/letsencrypt/live/verify.example/fullchain.pem");
}

TEST_CASE("the end of the input, and too many wrong answers, end the questions") {
  const auto ended = complete({}, [](const std::string&) { return std::optional<std::string>(); });
  REQUIRE_FALSE(ended.has_value());
  CHECK(ended.error().find("--public-url was not answered") == 0);
  int asked = 0;
  const auto wrong = complete({}, [&](const std::string&) {
    ++asked;
    return std::optional<std::string>("wrong");
  });
  REQUIRE_FALSE(wrong.has_value());
  CHECK(asked == 5);
}

TEST_CASE("an answer that this system cannot take is asked for again, and says why") {
  SetupAnswers given = good_answers();
  given.user.clear();
  std::vector<std::string> asked;
  const auto made = complete(
      given,
      [&](const std::string& question) {
        asked.push_back(question);
        return std::optional<std::string>(asked.size() == 1 ? "nobody-here" : "somebody");
      },
      [](const SetupQuestion& question, const std::string& answer) {
        CHECK(question.option == "--user");
        return answer == "somebody" ? std::nullopt : std::optional<std::string>("is not here");
      });
  REQUIRE(made.has_value());
  CHECK(made->user == "somebody");
  REQUIRE(asked.size() == 2);
  CHECK(asked[1].starts_with("That is not here.\n"));
}

}  // namespace countersign::answers_test
