#include "http/operator/person/operations_person.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/base64url.h"
#include "http/answers/session_json.h"
#include "http/backend/sessions/session_page.h"
#include "http/call/machine_problem.h"
#include "http/operator/erased_sessions.h"
#include "http/operator/operation_list.h"
#include "http/operator/person/person_chain.h"
#include "http/operator/person/person_session.h"
#include "http/operator/person/person_texts.h"

// Operations on a person: all sessions of one client under one reference.
namespace countersign::http {
namespace {

// A line about a session; `person session` tells the rest.
struct PersonEntry {
  Session session;
  UtcTime now;
  std::optional<UtcTime> purge_at{};
};

struct PersonPage {
  ClientKey client;
  std::optional<std::string> user_ref;
  std::vector<PersonEntry> sessions;
  std::optional<std::string> next;
};

struct ErasedPage {
  ClientKey client;
  std::optional<std::string> user_ref;
  ErasedSessions done;
  std::optional<std::string> next;
};

// A picture. Its bytes are text in the answer, so that the same operation serves the admin socket
// and a folder; a picture is bounded by the limits of an upload.
struct PersonFile {
  std::string name;
  StoredFile file;
  Sequence event;
  std::string base64;
};

constexpr auto kEntrySession = [](const PersonEntry& entry) -> const Session& {
  return entry.session;
};
constexpr auto kFileOfPerson = [](const PersonFile& file) -> const StoredFile& {
  return file.file;
};

std::uint64_t file_count_of(const Session& session) { return session.files.size(); }

std::uint64_t bytes_of_files(const Session& session) {
  std::uint64_t bytes = 0;
  for (const StoredFile& file : session.files) bytes += file.size_bytes;
  return bytes;
}

SessionStatus status_of_entry(const PersonEntry& entry) {
  return status_at(entry.session, entry.now);
}
ResultStatus result_of_entry(const PersonEntry& entry) {
  return result_status_at(entry.session, entry.now);
}

}  // namespace

template <>
constexpr auto members_of<PersonEntry> = std::tuple_cat(
    members_through(kEntrySession, members(Member{"sessionId", &Session::id})),
    members(Member{"status", status_of_entry}, Member{"resultStatus", result_of_entry}),
    members_through(kEntrySession,
                    members(Member{"createdAt", &Session::created_at},
                            Member{"endedAt", &Session::ended_at},
                            Member{"files", file_count_of},
                            Member{
                                "sizeBytes", bytes_of_files, "Of the files, before a purge too."},
                            Member{"held", &Session::held, "Whether a legal hold keeps the files."},
                            Member{"purgedAt", &Session::purged_at})),
    members(Member{"purgeAt", &PersonEntry::purge_at, "When retention deletes the files."}));

template <>
constexpr auto members_of<PersonPage> =
    members(Member{"clientKey", &PersonPage::client},
            Member{"userRef", &PersonPage::user_ref, "Null for a session that has none."},
            Member{"sessions", &PersonPage::sessions, "The newest first."},
            Member{"next", &PersonPage::next, "Give it as `after`; null at the end."});

template <>
constexpr auto members_of<ErasedPage> = std::tuple_cat(
    members(Member{"clientKey", &ErasedPage::client},
            Member{"userRef", &ErasedPage::user_ref, "Null for a session that has none."}),
    members_through(
        &ErasedPage::done,
        members(Member{"erased", &ErasedSessions::erased, "Now or before, with the proofs."},
                Member{"held", &ErasedSessions::held, "Sessions that legal holds keep."},
                Member{"filesLeft",
                       &ErasedSessions::files_left,
                       "Files without a key that the disk still has; the next sweep tries "
                       "again."})),
    members(Member{"next", &ErasedPage::next, "Give it as `after`; null at the end."}));

template <>
constexpr auto members_of<PersonFile> = std::tuple_cat(
    members(Member{"name", &PersonFile::name, "As in the bundle of the session."}),
    members_through(kFileOfPerson,
                    members(Member{"fileId", &StoredFile::file},
                            Member{"contentType", &StoredFile::format},
                            Member{"sizeBytes", &StoredFile::size_bytes},
                            Member{"sha256", &StoredFile::sha256, "Of the bytes."})),
    members(
        Member{"event", &PersonFile::event, "The sequence of the event that records the download."},
        Member{"base64", &PersonFile::base64, "The bytes, RFC 4648 section 4."}));

namespace {

// The person whose sessions are meant.
struct Person {
  ClientKey client;
  std::optional<std::string> user_ref{};
  std::optional<Session> asked{};  // of somebody without a reference: the session that was named
};

Problem no_such_thing(std::string_view what) {
  return {.code = ProblemCode::NotFound, .detail = std::string(what)};
}

Result<Person, Problem> person_in(const OperationContext& context, const SessionId& id) {
  const auto session = context.data.queries().session(id);
  if (!session) return problem_of(session.error());
  if (!*session) return no_such_thing("The session does not exist.");
  Person person{(*session)->client, (*session)->user_ref};
  if (!person.user_ref) person.asked = **session;
  return person;
}

template <class Asked>
Result<Person, Problem> person_asked(const OperationContext& context, const Asked& asked) {
  const bool by_reference = asked.client && asked.user_ref;
  const bool by_any_part = asked.client || asked.user_ref;
  if (by_reference == asked.session.has_value() || by_any_part != by_reference) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "A person is named by `clientKey` and `userRef`, or by `sessionId`."};
  }
  if (asked.session) return person_in(context, *asked.session);
  const auto client = context.data.queries().client(*asked.client);
  if (!client) return problem_of(client.error());
  if (!*client) return no_such_thing("The client does not exist.");
  return Person{*asked.client, *asked.user_ref};
}

template <class Asked>
Result<SessionPage, Problem> page_of_person(const OperationContext& context,
                                            const Person& person,
                                            const Asked& asked) {
  std::optional<SessionPlace> after;
  if (asked.after) {
    after = place_of(*asked.after);
    if (!after) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = "The member must be the `next` of an earlier answer.",
                     .field = "after"};
    }
  }
  const std::uint64_t limit = std::max<std::uint64_t>(asked.limit, 1);
  const Queries& queries = context.data.queries();
  if (person.asked) {
    const auto find = [&](const SessionId& id) { return queries.session(id); };
    return page_of_chain(find, *person.asked, after, limit);
  }
  auto page = queries.sessions_of_person(person.client, *person.user_ref, after, limit);
  if (!page) return problem_of(page.error());
  return *std::move(page);
}

std::optional<std::string> next_of_person_page(const SessionPage& page) {
  return page.next ? std::optional(text_of(*page.next)) : std::nullopt;
}

Result<PersonPage, Problem> show_person(const OperationContext& context, const AskedPerson& input) {
  const auto person = person_asked(context, input);
  if (!person) return person.error();
  const auto page = page_of_person(context, *person, input);
  if (!page) return page.error();
  const auto kept = context.data.queries().retention_of(person->client, context.settings.periods());
  if (!kept) return problem_of(kept.error());
  const UtcTime now = context.data.clock().now();
  PersonPage shown{person->client, person->user_ref, {}, next_of_person_page(*page)};
  for (const Session& session : page->sessions) {
    shown.sessions.push_back({session, now, purge_time(session, now, *kept)});
  }
  return shown;
}

Result<PersonSession, Problem> show_persons_session(const OperationContext& context,
                                                    const PersonsSession& input) {
  return person_session(context, input.session);
}

Result<ErasedPage, Problem> erase_all_of_person(const OperationContext& context,
                                                const AskedErasure& input) {
  const auto person = person_asked(context, input);
  if (!person) return person.error();
  const auto page = page_of_person(context, *person, input);
  if (!page) return page.error();
  std::vector<SessionId> sessions;
  for (const Session& session : page->sessions) sessions.push_back(session.id);
  auto done = erase_sessions(context, sessions, StatedReason(input.reason));
  if (!done) return done.error();
  return ErasedPage{person->client, person->user_ref, *std::move(done), next_of_person_page(*page)};
}

Problem problem_of_fetch(VaultError error) {
  if (error == VaultError::Io) return problem_of(error);
  return {.code = ProblemCode::Internal, .detail = "The file is missing or damaged."};
}

Problem problem_of_missing_key(const std::variant<KeyFault, StoreError>& error) {
  const auto* fault = std::get_if<KeyFault>(&error);
  if (fault != nullptr && *fault == KeyFault::Gone) return {.code = ProblemCode::FilesPurged};
  return problem_of(error);
}

// The event is durable before the file is opened.
Result<PersonFile, Problem> hand_out_file(const OperationContext& context, const AskedFile& input) {
  const auto session = context.data.queries().session(input.session);
  if (!session) return problem_of(session.error());
  if (!*session) return no_such_thing("The session does not exist.");
  const auto file = std::ranges::find((*session)->files, input.file, &StoredFile::file);
  if (file == (*session)->files.end()) return no_such_thing("The session has no such file.");
  const auto key = context.data.session_key(input.session);
  if (!key) return problem_of_missing_key(key.error());
  const DownloadDocuments command{
      .at = context.data.clock().now(), .file = input.file, .why = StatedReason(input.reason)};
  const auto recorded = carry_out(context, stream_of(input.session), SessionCommand(command));
  if (!recorded) return recorded.error();
  auto reader = context.data.vault().open(input.session, *key, *file);
  if (!reader) return problem_of_fetch(reader.error());
  const auto sound = reader->verify(file->sha256);
  if (!sound) return problem_of_fetch(sound.error());
  const auto bytes = reader->read_all(file->size_bytes);
  if (!bytes) return problem_of_fetch(bytes.error());
  return PersonFile{
      name_of_file(*file), *file, recorded->events.front().sequence, to_base64(*bytes)};
}

constexpr Operation kPersonOperations[] = {
    operation<show_person>("person show", "List the sessions of a person.", false),
    operation<show_persons_session>("person session",
                                    "Tell all that is held of a person's session."),
    operation<person_texts>("person texts", "Open the sealed texts of a person's session."),
    operation<hand_out_file>("person file", "Hand out a stored file for the person."),
    operation<erase_all_of_person>("person erase", "Erase the files of a person's sessions."),
};

}  // namespace

std::span<const Operation> person_operations() { return kPersonOperations; }

}  // namespace countersign::http
