#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/counted.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/person/operations_person.h"
#include "tools/command/clients/person_export.h"
#include "tools/command/clients/person_pages.h"
#include "tools/command/clients/person_texts.h"
#include "tools/command/command.h"
#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"

namespace countersign {
namespace {

using http::given;
using http::input_of;
using http::unless_empty;
using person_pages::for_each_page;
using person_pages::for_each_page_of;
using person_pages::json_of;
using person_pages::kNotUnderstood;
using person_pages::list_in;
using person_pages::session_of;
using person_pages::text_or_empty;
using rapidjson::Value;

// Prints what is held of a person, session by session. With --json all of it is one document, of
// which one session is in memory at a time.
class Shown {
 public:
  explicit Shown(Operator& op) : op_(op) {}

  void page(const Value& page) {
    if (!op_.json()) {
      op_.print(json_of(page));
      return;
    }
    if (began_ || list_in(page, "sessions")->Empty()) return;
    const auto user_ref = unless_empty(text_or_empty(page, "userRef"));
    std::string head = JsonWriter()
                           .begin_object()
                           .member("clientKey", text_or_empty(page, "clientKey"))
                           .member("userRef", user_ref)
                           .key("sessions")
                           .begin_array()
                           .end_array()
                           .end_object()
                           .take();
    head.resize(head.size() - kEnd.size());
    print_json(head);
    began_ = true;
  }

  void session(const std::string& json) {
    if (op_.json()) {
      print_json((any_ ? ",\n" : "\n") + json);
    } else {
      op_.print(json);
    }
    any_ = true;
  }

  // Returns the exit status. A document that has begun says itself that it is not whole.
  int end(const std::optional<OperatorFault>& fault) {
    if (!fault && !any_) return op_.fail({"the client has no session under this reference"});
    if (!began_) return fault ? op_.fail(*fault) : kOk;
    if (!fault) {
      print_json(std::string(kEnd) + "\n");
      return kOk;
    }
    const std::string failure = failure_json(kFailed, fault->detail);
    print_json("]," + failure.substr(1));
    print_failure("countersign", fault->detail);
    return kFailed;
  }

 private:
  static constexpr std::string_view kEnd = "]}";

  Operator& op_;
  bool began_ = false;
  bool any_ = false;
};

// Shows all that is held of one session, and its sealed texts. These are opened first, so that the
// session tells of that reading too.
std::optional<OperatorFault> show_session(Operator& op,
                                          const TypedPerson& person,
                                          const std::string& id,
                                          Shown& shown) {
  std::optional<std::string> texts;
  if (!person.without_texts) {
    auto opened = person_texts::texts_of(op, id, person.reason);
    if (!opened) return opened.error();
    texts = *std::move(opened);
  }
  const auto session = session_of(op, id);
  if (!session) return session.error();
  if (texts && op.json()) {
    const auto all = person_texts::with_texts(*session, *texts);
    if (!all) return all.error();
    shown.session(*all);
    return std::nullopt;
  }
  shown.session(*session);
  return texts ? person_texts::print_texts(op, *texts) : std::nullopt;
}

int show(Operator& op, const TypedPerson& person) {
  Shown shown(op);
  const auto fault = for_each_page_of(op, person, [&](const Value& page) {
    const Value* const sessions = list_in(page, "sessions");
    if (sessions == nullptr) return std::optional(kNotUnderstood);
    shown.page(page);
    for (const Value& entry : sessions->GetArray()) {
      auto why = show_session(op, person, text_or_empty(entry, "sessionId"), shown);
      if (why) return why;
    }
    return std::optional<OperatorFault>();
  });
  return shown.end(fault);
}

// Erases page by page. A page that fails leaves the pages before it erased, and the same command
// goes on.
int erase(Operator& op, const TypedPerson& person) {
  JsonWriter erased;
  JsonWriter held;
  erased.begin_array();
  held.begin_array();
  std::uint64_t held_count = 0;
  std::uint64_t left = 0;
  const auto fault = for_each_page(
      [&](const std::optional<std::string>& after) {
        return op.client().run(
            "person erase",
            input_of<http::AskedErasure>(given<"clientKey">(unless_empty(person.client)),
                                         given<"userRef">(unless_empty(person.user_ref)),
                                         given<"sessionId">(unless_empty(person.session)),
                                         given<"reason">(person.reason),
                                         given<"after">(after)));
      },
      [&](const Value& page) {
        const Value* const gone = list_in(page, "erased");
        const Value* const kept = list_in(page, "held");
        if (gone == nullptr || kept == nullptr) return std::optional(kNotUnderstood);
        for (const Value& each : gone->GetArray()) erased.raw(json_of(each));
        for (const Value& each : kept->GetArray()) held.raw(json_of(each));
        held_count += kept->Size();
        if (page.HasMember("filesLeft") && page["filesLeft"].IsUint64()) {
          left += page["filesLeft"].GetUint64();
        }
        return std::optional<OperatorFault>();
      });
  if (fault) return op.fail(*fault);
  const std::string why = "legal holds keep " + counted(held_count, "session") +
                          ": release them with `hold release`, and erase again";
  JsonWriter answer;
  answer.begin_object();
  if (held_count > 0 && op.json()) {
    answer.member("ok", false).member("code", "FAILED").member("detail", why);
  }
  const int status = op.print(answer.key("erased")
                                  .raw(erased.end_array().take())
                                  .key("held")
                                  .raw(held.end_array().take())
                                  .member("filesLeft", left)
                                  .end_object()
                                  .take());
  if (held_count == 0) return status;
  print_failure("countersign", why);
  return kFailed;
}

// Adds the options that name the person.
void add_person(CLI::App& command, TypedPerson& person) {
  CLI::Option* const client =
      command.add_option("--client", person.client, "client key (svck_...); with --user-ref");
  CLI::Option* const user_ref = command.add_option(
      "--user-ref", person.user_ref, "the client's name of the person, character by character");
  CLI::Option* const session = command.add_option(
      "--session",
      person.session,
      "a session of the person: all of the same client and reference, or, without one, itself and "
      "those in which the person was asked again");
  client->needs(user_ref);
  user_ref->needs(client);
  session->excludes(client)->excludes(user_ref);
}

void check_person(const TypedPerson& person) {
  if (person.client.empty() && person.session.empty()) {
    throw CLI::RequiredError("--client KEY with --user-ref REF, or --session ID");
  }
}

}  // namespace

void add_person_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group =
      add_group(app, "person", "show, hand out or erase what is held of a person, by reference");
  const auto shown = std::make_shared<TypedPerson>();
  shown->reason = "shown for the person";
  CLI::App& show_command = add_command(
      group,
      "show",
      "show all that the log and the vault have of a person's sessions, and record the reading of "
      "the sealed texts");
  add_person(show_command, *shown);
  show_command
      .add_option(
          "--reason", shown->reason, "why, for the log and the client's feed; no personal data")
      ->capture_default_str();
  show_command.add_flag("--without-texts",
                        shown->without_texts,
                        "leave values, words, notes and origins sealed, and record nothing");
  on_typed(show_command, typed, [shown](Operator& op) {
    check_person(*shown);
    return show(op, *shown);
  });

  const auto exported = std::make_shared<TypedPerson>();
  exported->reason = "export for the person";
  CLI::App& export_command = add_command(
      group,
      "export",
      "write a folder for a person, with pictures and sealed texts, and record each download and "
      "reading");
  export_command.add_option("DIR", exported->folder, "the folder, which must not exist")
      ->required();
  add_person(export_command, *exported);
  export_command
      .add_option(
          "--reason", exported->reason, "why, for the log and the client's feed; no personal data")
      ->capture_default_str();
  on_typed(export_command, typed, [exported](Operator& op) {
    check_person(*exported);
    return op.print(export_person(op, *exported));
  });

  const auto erased = std::make_shared<TypedPerson>();
  CLI::App& erase_command = add_command(
      group,
      "erase",
      "erase the files of all sessions of a person at once, and print the receipts; running ones "
      "end, and legal holds are obeyed");
  add_person(erase_command, *erased);
  erase_command
      .add_option(
          "--reason", erased->reason, "why, for the log and the client's feed; no personal data")
      ->required();
  on_typed(erase_command, typed, [erased](Operator& op) {
    check_person(*erased);
    return erase(op, *erased);
  });
}

}  // namespace countersign
