#include "tests/torture/campaigns/power/check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "core/event/vault_file.h"
#include "core/session/session.h"
#include "core/version.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/os_random.h"
#include "http/answers/answer_json.h"
#include "http/caller/idempotency.h"
#include "http/operator/operations.h"
#include "http/secrets/credential_hash.h"
#include "http/secrets/session_token_issuer.h"
#include "projections/folder/data_folder.h"
#include "tests/programs/support/json.h"
#include "tools/keys/master_key_file.h"
#include "tools/keys/signing_key_file.h"
#include "tools/machine/system_clock.h"

// The folders of this program are deleted after it and need not be durable. So nothing that is
// linked into it syncs, and a cut takes a fraction of the time.
extern "C" {
int fsync(int /*descriptor*/) { return 0; }
int fdatasync(int /*descriptor*/) { return 0; }
int sync_file_range(int /*descriptor*/, __off64_t, __off64_t, unsigned) { return 0; }
}

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;
using tests::Json;

constexpr std::uint64_t kImageBytesMost = 1 << 20;

using OpenedFolder = Result<std::unique_ptr<DataFolder>, std::string>;

// Opens the keys and the folder in the order of a server that starts.
OpenedFolder open_as_server(const fs::path& data,
                            const Clock& clock,
                            RandomSource& random,
                            std::uint64_t& torn_writes) {
  auto master_key = open_master_key(data, {}, random);
  if (!master_key) return master_key.error();
  auto signing_key = open_signing_key(data, {}, {}, random);
  if (!signing_key) return signing_key.error();
  DataFolderOptions options{data, std::move(master_key->key)};
  options.signing_key = std::move(signing_key->key);
  options.begun_by = kVersion;
  options.warn = [&torn_writes](std::string_view what) {
    if (what.starts_with("log: the last write was cut short")) ++torn_writes;
  };
  return DataFolder::open(std::move(options), clock, random, [](StoreError) {});
}

class FolderCheck {
 public:
  FolderCheck(const DataFolder& data, const ToldUntil& told, RandomSource& random)
      : data_(data),
        told_(told),
        tokens_(data.keys().derive(kSessionTokenLabel), random),
        now_(data.clock().now()) {}

  Held run() {
    look_at_client();
    for (const Capture& capture : told_.captures) {
      if (was_told(capture.create, told_.until)) look_at(capture);
    }
    look_at_purged_keys();
    held_.events = data_.log().head().sequence.value();
    return std::move(held_);
  }

 private:
  void expect(bool holds, const std::string& what, const std::string& of) {
    ++held_.facts;
    if (!holds) held_.wrong.push_back(what + ": " + of);
  }

  void look_at_client() {
    if (told_.client_told > told_.until) return;
    const auto client = data_.queries().client(told_.client);
    expect(client && *client, "a client that was added is not there", told_.client.value());
  }

  // The response to a repeated call with this key, computed as in http/caller/idempotency.cc.
  std::string answer_of(const StreamId& owner, const std::string& key) const {
    const Sha256 mark = http::RequestDigest(owner.value()).add(key).finish();
    const auto entry = data_.queries().idempotency(mark, now_);
    if (!entry || !*entry) return "no answer";
    const auto events = data_.queries().events_of_append((*entry)->last);
    if (!events || events->empty()) return "no event of an answer";
    const RecordedEvent& last = events->back();
    if (const auto* created = std::get_if<SessionCreated>(&last.event)) {
      const SessionId session = *session_of(last.stream);
      const std::string token = tokens_.derived_token(created->client, session, key);
      return http::session_json(session, token, std::nullopt, *created);
    }
    if (const auto* finalized = std::get_if<SessionFinalized>(&last.event)) {
      return http::finalize_json(*finalized);
    }
    return http::outcome_json(last.event).value_or("an event of no answer");
  }

  void hold(const Sent& sent, const StreamId& owner, const std::string& what) {
    const std::string answer = answer_of(owner, sent.key);
    expect(answer == sent.told->body, what + " that was answered is answered otherwise", answer);
  }

  void look_at(const Capture& capture) {
    hold(capture.create, stream_of(told_.client), "a create");
    const SessionId id(*parse_uuid(capture.id));
    const auto found = data_.queries().session(id);
    expect(found && *found, "a session is not there", capture.id);
    if (!found || !*found) return;
    const Session& session = **found;
    look_at_judgements(capture, session);
    look_at_end(capture, session);
    if (session.purged_at) {
      look_at_purge(capture, session);
    } else {
      look_at_files(capture, session);
    }
  }

  // How often each issued nonce was used.
  std::map<NonceHash, int> uses_in(const SessionId& session) const {
    std::map<NonceHash, int> uses;
    const auto events = data_.queries().timeline(session);
    if (!events) return uses;
    for (const StoredEvent& event : *events) {
      const Event& happened = event.recorded.event;
      if (const auto* issued = std::get_if<ChallengeIssued>(&happened)) uses[issued->nonce];
      if (const auto* consumed = std::get_if<NonceConsumed>(&happened)) ++uses[consumed->nonce];
    }
    return uses;
  }

  void look_at_judgements(const Capture& capture, const Session& session) {
    const auto uses = uses_in(session.id);
    for (const Submission& submission : capture.submissions) {
      const bool was_judged = was_told(submission.sent, told_.until);
      if (was_judged) hold(submission.sent, stream_of(session.id), "a submission");
      const auto used = uses.find(http::hash_of_nonce(submission.nonce));
      const int times = used == uses.end() ? 0 : used->second;
      if (submission.given <= told_.until) {
        expect(used != uses.end(), "a nonce that was given is not known", capture.id);
      }
      expect(times == 1 || (times == 0 && !was_judged), "a nonce is not used once", capture.id);
    }
    std::set<std::uint32_t> numbers;
    for (const Attempt& attempt : session.attempts) numbers.insert(attempt.attempt);
    expect(numbers.size() == session.attempts.size(), "two judgements have one number", capture.id);
    expect(numbers.size() <= capture.submissions.size(), "there are more judgements", capture.id);
  }

  void look_at_end(const Capture& capture, const Session& session) {
    if (was_told(capture.finalize, told_.until)) {
      hold(*capture.finalize, stream_of(session.id), "a finalize");
      expect(session.status == SessionStatus::Completed, "a session is not complete", capture.id);
      expect(name_of(session.result) == Json(capture.finalize->told->body).text("/result"),
             "a result is another than was told",
             capture.id);
    }
    if (was_told(capture.cancel, told_.until)) {
      expect(session.status == SessionStatus::Canceled, "a session is not canceled", capture.id);
    }
    const bool has_ended =
        session.status == SessionStatus::Completed || session.status == SessionStatus::Canceled;
    const bool may_have_ended = capture.finalize || capture.cancel || capture.purge;
    expect(!has_ended || may_have_ended, "a session has ended by itself", capture.id);
    expect(!session.purged_at || capture.purge, "a session was purged by itself", capture.id);
    if (was_told(capture.purge, told_.until)) {
      expect(session.purged_at.has_value(), "a purged session is not purged", capture.id);
    }
  }

  void look_at_files(const Capture& capture, const Session& session) {
    const auto key = data_.session_key(session.id);
    expect(key.has_value(), "a session has no key", capture.id);
    if (!key) return;
    for (const Submission& submission : capture.submissions) {
      if (!was_told(submission.sent, told_.until)) continue;
      const std::string file = Json(submission.sent.told->body).text("/fileId");
      if (file.empty()) continue;
      const auto stored = std::ranges::find_if(
          session.files, [&](const StoredFile& one) { return to_string(one.file) == file; });
      expect(stored != session.files.end(), "a stored file is not listed", capture.id);
      if (stored == session.files.end()) continue;
      expect(read(session.id, *key, *stored) == image_of(submission),
             "a stored file is not as it was sent",
             capture.id + " " + file);
    }
  }

  std::optional<std::string> read(const SessionId& session,
                                  const SessionKey& key,
                                  const StoredFile& file) const {
    auto reader = data_.vault().open(session, key, file);
    if (!reader) return std::nullopt;
    auto bytes = reader->read_all(kImageBytesMost);
    if (!bytes) return std::nullopt;
    return *std::move(bytes);
  }

  // If a cut interrupted the purge, opening the folder has finished it.
  void look_at_purge(const Capture& capture, const Session& session) {
    const auto key = data_.session_key(session.id);
    const auto* fault = key ? nullptr : std::get_if<KeyFault>(&key.error());
    expect(fault != nullptr && *fault == KeyFault::Gone, "a purged session has a key", capture.id);
    for (const VaultFile& file : vault_files_of(session.files)) {
      const std::string name = to_string(file.id);
      const fs::path place = data_.path() / "files" / file.day / name.substr(0, 2) / name;
      expect(!fs::exists(place), "a purged file is there", place.string());
    }
    for (const std::string& row : told_.keys.of(session.id)) {
      purged_rows_.push_back(row);
      const auto leaves = leaves_of(WrappedKey(row));
      expect(!data_.keys().has(leaves->leaf), "a leaf was not punctured", to_string(leaves->leaf));
    }
  }

  void look_at_purged_keys() {
    held_.facts += purged_rows_.size();
    const auto found = rows_within(data_.path() / "log", purged_rows_);
    if (found.empty()) return;
    held_.wrong.push_back(std::to_string(found.size()) +
                          " wrapped keys of purged sessions are there");
  }

  const DataFolder& data_;
  const ToldUntil& told_;
  const http::SessionTokenIssuer tokens_;
  const UtcTime now_;
  std::vector<std::string> purged_rows_;
  Held held_;
};

void verify(DataFolder& data, RandomSource& random, Held& held) {
  const http::ServiceSettings settings;
  const http::OperationContext context{data, settings, random, {ActorKind::Operator, "torture"}};
  for (const auto name : {"log verify", "projections verify"}) {
    const auto report = http::find_operation(name)->run(context, "");
    ++held.facts;
    if (!report) {
      held.wrong.push_back("cannot be verified: " + report.error().detail);
    } else if (!Json(*report).is_true("/ok")) {
      held.wrong.push_back("is not verified: " + *report);
    }
  }
}

}  // namespace

Held check_folder(const fs::path& data, const ToldUntil& told, bool thoroughly) {
  static SystemClock clock;
  static OsRandom random;
  std::uint64_t torn_writes = 0;
  auto opened = open_as_server(data, clock, random, torn_writes);
  if (!opened) return {.wrong = {"a start is refused: " + opened.error()}};
  Held held = FolderCheck(**opened, told, random).run();
  held.torn_writes = torn_writes;
  if (thoroughly) {
    verify(**opened, random, held);
    const Sequence head = (*opened)->log().head().sequence;
    opened->reset();
    opened = open_as_server(data, clock, random, torn_writes);
    if (!opened) {
      held.wrong.push_back("a second start is refused: " + opened.error());
    } else if ((*opened)->log().head().sequence < head) {
      held.wrong.emplace_back("a second start has fewer events");
    }
  }
  // The process ends with the folder open, as if it was killed.
  if (opened) (void)opened->release();
  return held;
}

}  // namespace countersign::torture
