#include "tools/command/clients/person_export.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/base64url.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_session.h"
#include "http/operator/person/operations_person.h"
#include "tools/command/clients/person_folder.h"
#include "tools/command/clients/person_texts.h"
#include "tools/machine/work_progress.h"

namespace countersign {
namespace {

using http::given;
using http::input_of;
using http::unless_empty;
using person_pages::for_each_page_of;
using person_pages::json_of;
using person_pages::kNotUnderstood;
using person_pages::list_in;
using person_pages::session_of;
using person_pages::text_or_empty;
using rapidjson::Value;

constexpr std::string_view kReadMe =
    "This folder has what an identity verification holds about one person.\n"
    "\n"
    "person.json      the person's sessions, the newest first\n"
    "sessions/ID/     a session:\n"
    "  session.json   its result, checks, documents, consents, decisions and who made them, who\n"
    "                 looked at what and when, legal holds, messages to webhooks, every event\n"
    "  texts.json     the texts that the events keep sealed: values read from the document, the\n"
    "                 person's words, notes of decisions and words of those who decided, and from\n"
    "                 where requests came; null if they were erased with the pictures\n"
    "  consent-N.txt  a text that the person consented to\n"
    "  receipt.txt    the proof that the log has the outcome (C2SP tlog-proof)\n"
    "  purge.txt      the proof that the files were erased, if they were\n"
    "  other files    the pictures as they were uploaded, unless they were erased\n"
    "MANIFEST.sha256  the SHA-256 of each file; `sha256sum -c MANIFEST.sha256` checks the folder\n"
    "\n"
    "The folder is whole if it has the manifest. It has personal data: keep it as such.\n";

// Writes the folder of one person. The first fault ends the work.
class PersonExport {
 public:
  PersonExport(Operator& op, const TypedPerson& person) : op_(op), person_(person) {}

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
        sessions_.push_back({*id, json_of(entry)});
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
    const auto texts = person_texts::texts_of(op_, id, person_.reason);
    if (!texts) return texts.error();
    if (const auto why = folder_.write(below + "/texts.json", *texts + "\n")) {
      return OperatorFault{*why};
    }
    // Behind pictures and texts, so that the session tells of the downloads and readings too.
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

}  // namespace

OperatorAnswer export_person(Operator& op, const TypedPerson& person) {
  PersonExport work(op, person);
  if (auto fault = work.run()) return *std::move(fault);
  return work.summary();
}

}  // namespace countersign
