#include "tools/setup/answers.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"
#include "events/tlog/note/note_key.h"
#include "http/wire/cors.h"

namespace countersign {
namespace {

constexpr std::size_t kPathMax = 200;
constexpr std::size_t kHostMax = 253;
constexpr std::size_t kUserMax = 32;
constexpr std::size_t kNameMax = 200;
constexpr int kTriesMost = 5;
constexpr std::string_view kHttps = "https://";

bool is_letter_or_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_of(std::string_view text, std::string_view more) {
  return std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || more.find(c) != std::string_view::npos;
  });
}

std::optional<std::string> wrong_with_path(std::string& answer) {
  while (answer.size() > 1 && answer.ends_with('/')) answer.pop_back();
  if (is_plain_path(answer)) return std::nullopt;
  return "is not an absolute path of letters, digits and /._@+- without a part ..";
}

std::optional<std::string> wrong_with_url(std::string& answer) {
  const auto origin = http::normalised_origin(answer);
  if (!origin || !origin->starts_with(kHttps)) {
    return "is not https://HOST[:PORT] without a path";
  }
  const std::string rest = origin->substr(kHttps.size());
  const std::string host = rest.substr(0, rest.find(':'));
  if (host.empty() || host.size() > kHostMax || !is_of(host, ".-") || host.starts_with('-')) {
    return "has a host that is not a name of letters, digits, dots and hyphens";
  }
  answer = *origin;
  return std::nullopt;
}

std::optional<std::string> wrong_with_origin(std::string& answer) {
  if (answer.size() <= kNameMax && tlog::is_key_name(answer) && is_of(answer, "./_-")) {
    return std::nullopt;
  }
  return "is not a name of letters, digits and ./_-, such as example.com/log";
}

std::optional<std::string> wrong_with_user(std::string& answer) {
  const bool is_name = !answer.empty() && answer.size() <= kUserMax && is_of(answer, "_-") &&
                       (answer[0] == '_' || (answer[0] >= 'a' && answer[0] <= 'z'));
  if (!is_name) return "is not the name of a user";
  return answer == "root" ? std::optional<std::string>("must not be root") : std::nullopt;
}

std::string folder_of_certificate(const SetupAnswers& answers) {
  return "/etc/letsencrypt/live/" + host_of(answers) + "/";
}

constexpr std::array<SetupQuestion, 6> kQuestions{{
    {"--public-url",
     "address of the server for browsers, such as https://verify.example",
     &SetupAnswers::public_url,
     [](const SetupAnswers&) { return std::string(); },
     wrong_with_url},
    {"--log-origin",
     "name of the log in its checkpoints, which auditors will know it by, such as example.com/log",
     &SetupAnswers::log_origin,
     [](const SetupAnswers& answers) { return host_of(answers) + "/log"; },
     wrong_with_origin},
    {"--data-folder",
     "data folder, which must not hold an installation yet",
     &SetupAnswers::data,
     [](const SetupAnswers&) { return std::string("/var/lib/countersign/data"); },
     wrong_with_path},
    {"--user",
     "user of the system as which the server runs",
     &SetupAnswers::user,
     [](const SetupAnswers&) { return std::string("countersign"); },
     wrong_with_user},
    {"--certificate",
     "certificate chain of the proxy, in PEM",
     &SetupAnswers::certificate,
     [](const SetupAnswers& answers) { return folder_of_certificate(answers) + "fullchain.pem"; },
     wrong_with_path},
    {"--certificate-key",
     "private key of that certificate",
     &SetupAnswers::certificate_key,
     [](const SetupAnswers& answers) { return folder_of_certificate(answers) + "privkey.pem"; },
     wrong_with_path},
}};

std::optional<std::string> answered(const SetupQuestion& question,
                                    const SetupAnswers& answers,
                                    const AskLine& ask,
                                    const WrongHere& wrong_here,
                                    std::string& why) {
  const std::string offered = question.offered(answers);
  const std::string shown = offered.empty() ? "" : " [" + offered + "]";
  for (int i = 0; i < kTriesMost; ++i) {
    const std::string again = why.empty() ? "" : "That " + why + ".\n";
    auto line = ask(again + std::string(question.meaning) + shown + ": ");
    if (!line) return std::nullopt;
    if (line->empty()) line = offered;
    auto wrong = question.wrong(*line);
    if (!wrong && wrong_here) wrong = wrong_here(question, *line);
    if (!wrong) return line;
    why = *wrong;
  }
  return std::nullopt;
}

}  // namespace

std::span<const SetupQuestion> setup_questions() { return kQuestions; }

bool is_plain_path(std::string_view path) {
  if (path.size() < 2 || path.size() > kPathMax || path[0] != '/' || !is_of(path, "/._@+-")) {
    return false;
  }
  return (std::string(path) + "/").find("/../") == std::string::npos &&
         path.find("//") == std::string_view::npos;
}

std::string host_of(const SetupAnswers& answers) {
  const std::string rest = answers.public_url.substr(kHttps.size());
  return rest.substr(0, rest.find(':'));
}

std::string port_of(const SetupAnswers& answers) {
  const std::size_t colon = answers.public_url.find(':', kHttps.size());
  return colon == std::string::npos ? "443" : answers.public_url.substr(colon + 1);
}

Result<SetupAnswers, std::string> complete(SetupAnswers given,
                                           const AskLine& ask,
                                           const WrongHere& wrong_here) {
  std::string missing;
  for (const SetupQuestion& question : kQuestions) {
    std::string& answer = given.*question.answer;
    if (answer.empty()) {
      missing += (missing.empty() ? "" : ", ") + std::string(question.option);
      continue;
    }
    if (const auto wrong = question.wrong(answer)) {
      return std::string(question.option) + ": its value " + *wrong;
    }
  }
  if (missing.empty()) return given;
  if (!ask) return "there is no terminal to ask at, and these options are missing: " + missing;
  for (const SetupQuestion& question : kQuestions) {
    std::string& answer = given.*question.answer;
    if (!answer.empty()) continue;
    std::string why;
    auto line = answered(question, given, ask, wrong_here, why);
    if (!line) {
      return std::string(question.option) +
             (why.empty() ? " was not answered" : " was not answered: the answer " + why);
    }
    answer = std::move(*line);
  }
  return given;
}

}  // namespace countersign
