#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/base64url.h"
#include "core/text/counted.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_session.h"
#include "http/operator/person/operations_person.h"
#include "tools/command/clients/person_folder.h"
#include "tools/command/command.h"
#include "tools/machine/terminal.h"
#include "tools/machine/work_progress.h"

namespace countersign {
namespace {

using http::given;
using http::input_of;
using http::unless_empty;
using rapidjson::Value;

// The person, as typed.
struct TypedPerson {
  std::string client{};
  std::string user_ref{};
  std::string session{};
  std::string reason{};
  std::string folder{};
};

const OperatorFault kNotUnderstood{"the answer is not understood"};

std::string json_text(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string text_or_empty(const Value& object, const char* member) {
  const auto found = object.FindMember(member);
  const bool is_text = found != object.MemberEnd() && found->value.IsString();
  return is_text ? std::string(string_in(found->value)) : std::string();
}

const Value* list_in(const Value& object, const char* member) {
  const auto found = object.FindMember(member);
  return found != object.MemberEnd() && found->value.IsArray() ? &found->value : nullptr;
}

// Asks for one page after the other, from the newest session to the oldest, and hands each to
// `take`, until the end or until `take` returns a fault.
using AskPage = std::function<OperatorAnswer(const std::optional<std::string>& after)>;
using TakePage = std::function<std::optional<OperatorFault>(const Value& page)>;
std::optional<OperatorFault> for_each_page(const AskPage& ask, const TakePage& take) {
  std::optional<std::string> after;
  do {
    const auto answer = ask(after);
    if (!answer) return answer.error();
    rapidjson::Document page;
    if (!parse_json(page, *answer, kOwnJson) || !page.IsObject()) return kNotUnderstood;
    if (auto fault = take(page)) return fault;
    after = unless_empty(text_or_empty(page, "next"));
  } while (after);
  return std::nullopt;
}

std::optional<OperatorFault> for_each_page_of(Operator& op,
                                              const TypedPerson& person,
                                              const TakePage& take) {
  return for_each_page(
      [&](const std::optional<std::string>& after) {
        return op.client().run(
            "person show",
            input_of<http::AskedPerson>(given<"clientKey">(unless_empty(person.client)),
                                        given<"userRef">(unless_empty(person.user_ref)),
                                        given<"sessionId">(unless_empty(person.session)),
                                        given<"after">(after)));
      },
      take);
}

OperatorAnswer session_of(Operator& op, const std::string& session) {
  return op.client().run("person session",
                         input_of<http::PersonsSession>(given<"sessionId">(session)));
}

// Prints the list of sessions, page by page, each followed by all that is held of its sessions.
// With --json one line for each session.
int show(Operator& op, const TypedPerson& person) {
  bool any = false;
  const auto fault = for_each_page_of(op, person, [&](const Value& page) {
    const Value* const sessions = list_in(page, "sessions");
    if (sessions == nullptr) return std::optional(kNotUnderstood);
    if (!op.json()) op.print(json_text(page));
    for (const Value& entry : sessions->GetArray()) {
      any = true;
      const auto session = session_of(op, text_or_empty(entry, "sessionId"));
      if (!session) return std::optional(session.error());
      op.print(*session);
    }
    return std::optional<OperatorFault>();
  });
  if (fault) return op.fail(*fault);
  return any ? kOk : op.fail({"the client has no session under this reference"});
}

constexpr std::string_view kReadMe =
    "This folder has what an identity verification holds about one person.\n"
    "\n"
    "person.json      the person's sessions, the newest first\n"
    "sessions/ID/     a session:\n"
    "  session.json   its result, checks, documents, consents, decisions and who made them, who\n"
    "                 looked at what and when, legal holds, messages to webhooks, every event\n"
    "  consent-N.txt  a text that the person consented to\n"
    "  receipt.txt    the proof that the log has the outcome (C2SP tlog-proof)\n"
    "  purge.txt      the proof that the files were erased, if they were\n"
    "  other files    the pictures as they were uploaded, unless they were erased\n"
    "MANIFEST.sha256  the SHA-256 of each file; `sha256sum -c MANIFEST.sha256` checks the folder\n"
    "\n"
    "The folder is whole if it has the manifest. It has personal data: keep it as such.\n";

// Writes the folder of one person. The first fault ends the work.
class Export {
 public:
  Export(Operator& op, const TypedPerson& person) : op_(op), person_(person) {}

  std::optional<OperatorFault> run() {
    if (auto fault = list()) return fault;
    if (const auto why = folder_.make()) return OperatorFault{*why};
    WorkProgress progress("person export", "session");
    JsonWriter list;
    list.begin_array();
    for (std::size_t at = 0; at < sessions_.size(); ++at) {
      if (auto fault = write_session(sessions_[at].id)) return fault;
      list.raw(sessions_[at].line);
      progress.report(at + 1, sessions_.size());
    }
    const std::string person = JsonWriter()
                                   .begin_object()
                                   .member("clientKey", client_)
                                   .member("userRef", user_ref_)
                                   .key("sessions")
                                   .raw(list.end_array().take())
                                   .end_object()
                                   .take();
    if (const auto why = folder_.write("person.json", person + "\n")) return OperatorFault{*why};
    if (const auto why = folder_.write("README.txt", kReadMe)) return OperatorFault{*why};
    if (const auto why = folder_.finish()) return OperatorFault{*why};
    return std::nullopt;
  }

  std::string summary() const {
    return JsonWriter()
        .begin_object()
        .member("sessions", std::uint64_t{sessions_.size()})
        .member("files", folder_.files())
        .member("bytes", folder_.bytes())
        .end_object()
        .take();
  }

 private:
  struct Listed {
    std::string id;
    std::string line;
  };

  // Before the folder is made: a person without sessions leaves none behind. A line is a few
  // hundred bytes, and a picture is the largest thing in memory.
  std::optional<OperatorFault> list() {
    auto fault = for_each_page_of(op_, person_, [&](const Value& page) {
      const Value* const sessions = list_in(page, "sessions");
      if (sessions == nullptr) return std::optional(kNotUnderstood);
      client_ = text_or_empty(page, "clientKey");
      user_ref_ = unless_empty(text_or_empty(page, "userRef"));
      for (const Value& entry : sessions->GetArray()) {
        const auto id = plain_file_name(text_or_empty(entry, "sessionId"));
        if (!id) return std::optional(kNotUnderstood);
        sessions_.push_back({*id, json_text(entry)});
      }
      return std::optional<OperatorFault>();
    });
    if (!fault && sessions_.empty()) {
      fault = OperatorFault{"the client has no session under this reference"};
    }
    return fault;
  }

  std::optional<OperatorFault> write_session(const std::string& id) {
    const std::string below = "sessions/" + id;
    if (const auto why = folder_.make_below(below)) return OperatorFault{*why};
    if (auto fault = write_pictures(id, below)) return fault;
    // Behind the pictures, so that the session tells of the downloads too.
    const auto answer = session_of(op_, id);
    if (!answer) return answer.error();
    rapidjson::Document session;
    if (!parse_json(session, *answer, kOwnJson) || !session.IsObject()) return kNotUnderstood;
    if (const auto why = folder_.write(below + "/session.json", *answer + "\n")) {
      return OperatorFault{*why};
    }
    return write_texts(session, below);
  }

  std::optional<OperatorFault> write_texts(const Value& session, const std::string& below) {
    std::vector<std::pair<std::string, std::string>> texts;
    if (const Value* const consents = list_in(session, "consents")) {
      for (const Value& consent : consents->GetArray()) {
        texts.emplace_back("consent-" + std::to_string(texts.size() + 1) + ".txt",
                           text_or_empty(consent, "text"));
      }
    }
    texts.emplace_back("receipt.txt", text_or_empty(session, "receipt"));
    const auto purge = session.FindMember("purge");
    if (purge != session.MemberEnd() && purge->value.IsObject()) {
      texts.emplace_back("purge.txt", text_or_empty(purge->value, "receipt"));
    }
    for (const auto& [name, text] : texts) {
      if (text.empty()) continue;
      if (const auto why = folder_.write(below + "/" + name, text)) return OperatorFault{*why};
    }
    return std::nullopt;
  }

  std::optional<OperatorFault> write_pictures(const std::string& id, const std::string& below) {
    // Without proofs, which the session has behind its pictures.
    const auto answer =
        op_.client().run("session show", input_of<http::NamedSession>(given<"sessionId">(id)));
    if (!answer) return answer.error();
    rapidjson::Document session;
    if (!parse_json(session, *answer, kOwnJson) || !session.IsObject()) return kNotUnderstood;
    const Value* const documents = list_in(session, "documents");
    if (documents == nullptr) return kNotUnderstood;
    for (const Value& document : documents->GetArray()) {
      const auto purged = document.FindMember("purged");
      if (purged != document.MemberEnd() && purged->value.IsTrue()) continue;
      if (auto fault = write_picture(id, text_or_empty(document, "id"), below)) return fault;
    }
    return std::nullopt;
  }

  std::optional<OperatorFault> write_picture(const std::string& session,
                                             const std::string& file,
                                             const std::string& below) {
    const auto answer = op_.client().run(
        "person file",
        input_of<http::AskedFile>(
            given<"sessionId">(session), given<"fileId">(file), given<"reason">(person_.reason)));
    // Erased since the session was read; the session is read again behind its pictures.
    const bool is_gone =
        !answer && answer.error().body.find("SVC_FILES_PURGED") != std::string::npos;
    if (is_gone) return std::nullopt;
    if (!answer) return answer.error();
    rapidjson::Document picture;
    if (!parse_json(picture, *answer, kOwnJson) || !picture.IsObject()) return kNotUnderstood;
    const auto name = plain_file_name(text_or_empty(picture, "name"));
    const auto bytes = from_base64(text_or_empty(picture, "base64"));
    if (!name || !bytes) return kNotUnderstood;
    if (const auto why = folder_.write(below + "/" + *name, *bytes)) return OperatorFault{*why};
    return std::nullopt;
  }

  Operator& op_;
  const TypedPerson& person_;
  PersonFolder folder_{person_.folder};
  std::string client_;
  std::optional<std::string> user_ref_;  // none: a session without a reference
  std::vector<Listed> sessions_;
};

int write_export_of(Operator& op, const TypedPerson& person) {
  Export work(op, person);
  if (const auto fault = work.run()) return op.fail(*fault);
  return op.print(work.summary());
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
        for (const Value& each : gone->GetArray()) erased.raw(json_text(each));
        for (const Value& each : kept->GetArray()) held.raw(json_text(each));
        held_count += kept->Size();
        if (page.HasMember("filesLeft") && page["filesLeft"].IsUint64()) {
          left += page["filesLeft"].GetUint64();
        }
        return std::optional<OperatorFault>();
      });
  if (fault) return op.fail(*fault);
  const int status = op.print(JsonWriter()
                                  .begin_object()
                                  .key("erased")
                                  .raw(erased.end_array().take())
                                  .key("held")
                                  .raw(held.end_array().take())
                                  .member("filesLeft", left)
                                  .end_object()
                                  .take());
  if (held_count == 0) return status;
  print_failure("countersign",
                "legal holds keep " + counted(held_count, "session") +
                    ": release them with `hold release`, and erase again");
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
      "a session of the person: all of the same client and reference, or itself without one");
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
  CLI::App& show_command =
      add_command(group, "show", "show all that the log and the vault have of a person's sessions");
  add_person(show_command, *shown);
  on_typed(show_command, typed, [shown](Operator& op) {
    check_person(*shown);
    return show(op, *shown);
  });

  const auto exported = std::make_shared<TypedPerson>();
  exported->reason = "export for the person";
  CLI::App& export_command = add_command(
      group, "export", "write a folder for a person, with pictures, and record each download");
  export_command.add_option("DIR", exported->folder, "the folder, which must not exist")
      ->required();
  add_person(export_command, *exported);
  export_command
      .add_option(
          "--reason", exported->reason, "why, for the log and the client's feed; no personal data")
      ->capture_default_str();
  on_typed(export_command, typed, [exported](Operator& op) {
    check_person(*exported);
    return write_export_of(op, *exported);
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
