#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace countersign {

// The answers that a new installation is made of. Each is checked before it gets into a file, so
// that it is one value of a TOML file, of a unit of systemd and of nginx, and nothing more.
struct SetupAnswers {
  std::string public_url{};       // https://HOST[:PORT], as normalised_origin() returns it
  std::string log_origin{};       // the name of the log in its checkpoints
  std::string data{};             // the data folder, absolute
  std::string user{};             // of the system, as which the server runs
  std::string certificate{};      // file of the proxy's certificate chain, absolute
  std::string certificate_key{};  // file of its private key, absolute
};

// A question of `countersign init`, which an option may answer.
struct SetupQuestion {
  std::string_view option;   // such as --public-url
  std::string_view meaning;  // of the option, and the question itself
  std::string SetupAnswers::*answer;
  // The answer that is offered to somebody at a terminal, after the earlier answers.
  std::string (*offered)(const SetupAnswers& answers);
  // Why an answer cannot be taken, as the end of a sentence, or nullopt. May normalise the answer.
  std::optional<std::string> (*wrong)(std::string& answer);
};
std::span<const SetupQuestion> setup_questions();

// Reads a line of somebody at a terminal after a question; nullopt at the end of the input.
using AskLine = std::function<std::optional<std::string>(const std::string& question)>;

// Why this system cannot take an answer that is right by its form, as the end of a sentence, or
// nullopt.
using WrongHere = std::function<std::optional<std::string>(const SetupQuestion& question,
                                                           const std::string& answer)>;

// Completes the answers, of which those that options gave are not empty. With `ask`, asks for the
// others, again where an answer cannot be taken, by its form or by `wrong_here`. Without a terminal
// (`ask` is empty) every answer must be given: returns a sentence that names the options that are
// missing, or the wrong one.
Result<SetupAnswers, std::string> complete(SetupAnswers given,
                                           const AskLine& ask,
                                           const WrongHere& wrong_here = {});

// HOST of https://HOST[:PORT], and PORT, by default 443. REQUIRES: a public URL that was checked.
std::string host_of(const SetupAnswers& answers);
std::string port_of(const SetupAnswers& answers);

// Whether a path is absolute and of letters, digits and `/._@+-` alone, without a part `..`: then
// it is one word for systemd, nginx, TOML and a shell.
bool is_plain_path(std::string_view path);

}  // namespace countersign
