#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "core/text/json_writer.h"
#include "events/crypto/os_random.h"
#include "tools/command/command.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/terminal.h"
#include "tools/setup/setup_files.h"

namespace countersign {

namespace {

std::optional<std::string> ask_at_terminal(const std::string& question) {
  print_error(question);
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

// {made: [paths], remaining}
int print_made(const Operator& op,
               const SetupAnswers& answers,
               const SetupPlaces& places,
               const std::vector<std::string>& made) {
  const std::string remaining = remaining_text(answers, places);
  if (op.json()) {
    JsonWriter json;
    json.begin_object().key("made").begin_array();
    for (const std::string& path : made) json.text(path);
    return op.print(json.end_array().member("remaining", remaining).end_object().take());
  }
  std::string text = "Made:\n";
  for (const std::string& path : made) text += "  " + path + "\n";
  print_out(text + "\n" + remaining);
  return kOk;
}

// A user that is not there is made in another terminal, and the question is answered again.
std::optional<std::string> wrong_here(const SetupQuestion& question, const std::string& answer) {
  if (question.answer != &SetupAnswers::user) return std::nullopt;
  const auto why = wrong_with_user_here(answer);
  return why ? std::optional("cannot be taken yet: " + *why) : std::nullopt;
}

int set_up(const Operator& op, const SetupAnswers& given, const std::string& folder) {
  AskLine ask;
  if (::isatty(STDIN_FILENO) == 1 && !op.json()) ask = ask_at_terminal;
  if (auto why = wrong_with_machine()) return op.fail({*why});
  const SetupPlaces places{folder, program_beside_us("countersignd")};
  if (ask) {
    if (auto why = wrong_with_folder(places)) return op.fail({*why});
  }
  const auto answers = complete(given, ask, wrong_here);
  if (!answers) return op.fail({.detail = answers.error(), .is_usage = true});
  for (const std::filesystem::path& path : {places.folder, places.server}) {
    if (is_plain_path(path.string())) continue;
    return op.fail({.detail = "the path " + path.string() +
                              " is not absolute, or has characters that do not belong in a unit",
                    .is_usage = true});
  }
  OsRandom random;
  const auto made = make_setup(*answers, places, random);
  if (!made) return op.fail({made.error()});
  return print_made(op, *answers, places, *made);
}

}  // namespace

void add_init_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command = add_command(
      app,
      "init",
      "make the settings, the keys, an override of the unit and a site of nginx for a new "
      "installation, and print what remains to be done; asks for what no option "
      "answers, and replaces nothing");
  const auto answers = std::make_shared<SetupAnswers>();
  for (const SetupQuestion& question : setup_questions()) {
    command.add_option(std::string(question.option),
                       (*answers).*question.answer,
                       std::string(question.meaning) + " [asked]");
  }
  const auto folder = std::make_shared<std::string>("/etc/countersign");
  command.add_option("--folder", *folder, "folder in which the files are made")
      ->type_name("DIR")
      ->capture_default_str();
  on_typed(
      command, typed, [answers, folder](Operator& op) { return set_up(op, *answers, *folder); });
}

}  // namespace countersign
