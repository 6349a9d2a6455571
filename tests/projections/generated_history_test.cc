// Random commands for the decider, and properties that every resulting history must have.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "projections/views/retention.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "projections/views/usage.h"
#include "tests/projections/history.h"

namespace countersign {
namespace {

constexpr int kHistories = 90;
constexpr int kCommandsAHistory = 400;
constexpr std::uint64_t kQuota = 9;
constexpr std::uint64_t kSessionsAtOnce = 3;
constexpr std::uint64_t kNoncesASession = 6;

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  // The next command. Most could be accepted, but many cannot.
  Submission next() {
    now_ = now_ + Duration(pick(kMinute.count() / 8));
    if (one_in(100)) now_ = now_ + Duration(pick((2 * kDay).count()));
    Submission submission = draw();
    if (one_in(3)) {
      submission.idempotency =
          record_of_key("k" + std::to_string(pick(30)), one_in(10) ? "other" : "same");
    }
    return submission;
  }

 private:
  std::uint64_t pick(std::uint64_t below) {
    return std::uniform_int_distribution<std::uint64_t>(0, below - 1)(random_);
  }
  bool one_in(std::uint64_t n) { return pick(n) == 0; }

  ClientKey some_client() { return client_key(one_in(3) ? "b" : "a"); }
  // Few sessions at a time and few nonces for each, so that commands meet.
  SessionId some_session() {
    number_ = era_ + pick(kSessionsAtOnce);
    return session_id(number_);
  }
  std::uint64_t some_nonce() { return number_ * kNoncesASession + pick(kNoncesASession); }
  StoredFile some_image() { return image(++files_, "face " + std::to_string(pick(60))); }
  // Now and then a time in the recent past, as of a request that took long.
  UtcTime stamp() { return one_in(5) ? now_ - Duration(pick(kMinute.count())) : now_; }

  Submission draw() {
    if (one_in(40)) ++era_;
    if (one_in(12)) return draw_client_command();
    const SessionId session = some_session();
    const auto step = one_in(2) ? Step::Document : Step::Liveness;
    switch (pick(15)) {
      case 0:
      case 1:
        return creating(some_client(), session, stamp(), enum_names<Purpose>[pick(4)].value);
      case 2:
      case 3:
        return challenging(session, step, some_nonce(), stamp());
      case 4:
      case 5:
        return draw_document(session);
      case 6:
      case 7:
        return draw_frames(session);
      case 8:
      case 9:
        return finalizing(session, stamp());
      case 10:  // of the few sessions that are complete and have values
        return to_session(session, ReadDocumentValues{stamp()});
      case 11:
      case 12:
        return draw_joining(session);
      default:
        return draw_rarer(session);
    }
  }

  Findings some_findings() {
    Findings findings;
    if (one_in(3)) findings.issues.push_back({"LIVENESS_BLURRY", Severity::Error, 1, 2, "hint"});
    return findings;
  }

  Submission draw_document(const SessionId& session) {
    SubmitDocument command{stamp(), nonce(some_nonce())};
    command.side = one_in(4) ? Side::Back : Side::Front;
    if (one_in(2)) command.document_type = enum_names<DocumentType>[pick(5)].value;
    command.findings = some_findings();
    command.file = some_image();
    // A few pictures, each in a few encodings.
    Digest hash = sha256("picture " + std::to_string(pick(4)));
    hash[pick(32)] ^= static_cast<std::uint8_t>(pick(4));
    if (one_in(2)) command.file.perceptual = PerceptualHash(hash);
    Submission submission = to_session(session, command);
    if (!one_in(4)) submission.sealed_values = "values";
    return submission;
  }

  Submission draw_frames(const SessionId& session) {
    if (one_in(16)) return to_session(session, ExcuseLiveness{stamp()});
    SubmitLiveness command{stamp(), nonce(some_nonce())};
    command.findings = some_findings();
    for (std::uint64_t i = 0; i < 1 + pick(3); ++i) command.files.push_back(some_image());
    return to_session(session, command);
  }

  // A few codes, so that offers and redemptions meet.
  CodeHash some_code() { return CodeHash(sha256("code " + std::to_string(pick(2)))); }

  Submission draw_joining(const SessionId& session) {
    if (one_in(2)) {
      const UtcTime at = stamp();
      return to_session(session, OfferHandoff{at, some_code(), at + 2 * kMinute});
    }
    RedeemCode command{
        .at = stamp(), .how = one_in(3) ? JoinedBy::Link : JoinedBy::Handoff, .code = some_code()};
    command.token = TokenHash(sha256("token " + std::to_string(++tokens_)));
    command.number_is_right = !one_in(3);
    return to_session(session, command);
  }

  Submission draw_rarer(const SessionId& session) {
    switch (pick(9)) {
      case 0:
        return to_session(session, ExpireSession{stamp()});
      case 6:
        return to_session(session, GiveConsent{stamp(), some_consent()});
      case 1:
        return to_session(session, CancelSession{stamp()});
      case 2:
        return to_session(session, PurgeFiles{stamp(), PurgeReason::Retention, stamp()});
      case 3:
        return to_session(session, PurgeFiles{stamp(), PurgeReason::Erasure, {}});
      case 4:
        return to_session(session, SetHold{stamp(), "a case"});
      case 5:
        return to_session(session, ReleaseHold{stamp(), "closed"});
      default:
        return to_session(session, DownloadDocuments{stamp(), {}});
    }
  }

  ConsentVersion some_consent() {
    return {"v" + std::to_string(pick(3)), Sha256(sha256("text " + std::to_string(pick(3))))};
  }

  CapturePage some_page() {
    CapturePage page;
    page.links = one_in(2);
    return page;
  }

  ChangeLogo some_logo() {
    ChangeLogo change{.at = stamp()};
    if (one_in(2))
      change.logo = LogoFile{ImageFormat::Png, static_cast<std::uint32_t>(pick(3)), 1, 1, Sha256()};
    return change;
  }

  WebhookCommand some_webhook_command() {
    const WebhookId id("whep_" + std::to_string(pick(12)));
    const UtcTime at = stamp();
    const auto which = pick(9);  // of a few ids, so that most commands meet an endpoint
    if (which == 0) return ChangeWebhook{at, id, "https://b.example", {}};
    if (which == 1) return RotateWebhookSecret{at, id, at + kMinute};
    if (which == 2) return DisableWebhook{at, id, WebhookStop::Gone};
    if (which == 3) return EnableWebhook{at, id};
    if (which == 4) return ReplayWebhook{at, id, Sequence(pick(20))};
    if (which > 5) return RegisterWebhook{at, id, "https://a.example", {}};
    return DeleteWebhook{at, id};
  }
  Submission draw_webhook_command(const ClientKey& client) {
    Submission submission = of_operator(client, DisableClient{});
    submission.stream = webhooks_stream_of(client);
    submission.command = some_webhook_command();
    return submission;
  }

  Submission draw_client_command() {
    const ClientKey client = some_client();
    ClientPolicy policy = every_purpose();
    policy.quota = kQuota;
    if (one_in(3)) return draw_webhook_command(client);
    switch (pick(9)) {
      case 3:
        return of_operator(client, ChangeCapturePage{stamp(), some_page()});
      case 4:
        return of_operator(client, some_logo());
      case 5:
        return of_operator(client, ChangeConsentText{stamp(), some_consent(), "I agree."});
      case 0:
        return of_operator(client, AddSecret{stamp(), SecretHash(sha256("another"))});
      case 1:
        return of_operator(client, RevokeSecret{stamp(), static_cast<std::uint32_t>(1 + pick(5))});
      case 2:
        return of_operator(client,
                           ChangeClient{stamp(), "Name " + std::to_string(pick(5)), policy});
      default:
        return registering(client, stamp(), policy);
    }
  }

  std::mt19937_64 random_;
  UtcTime now_ = kStart;
  std::uint64_t era_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t tokens_ = 0;
};

History generate(std::uint32_t seed) {
  History history;
  Generator generator(seed);
  for (int i = 0; i < kCommandsAHistory; ++i) history.submit(generator.next());
  return history;
}

template <class Check>
void for_every_history(const Check& check_one) {
  for (std::uint32_t seed = 1; seed <= kHistories; ++seed) {
    CAPTURE(seed);
    History history = generate(seed);
    check_one(history);
  }
}

TEST_CASE("generated histories reach every kind of event") {
  std::set<std::string_view> seen;
  for_every_history([&](History& history) {
    for (const StoredEvent& event : history.events()) {
      seen.insert(type_of(event.recorded.event).name);
    }
  });
  // Clients are never disabled here, so that their sessions go on. There are no events of keys or
  // of thresholds; key_audit_test.cc and threshold_audit_test.cc have those.
  CHECK(seen.size() == std::variant_size_v<Event> - 6);
}

TEST_CASE("views that are rebuilt from the events equal the live ones, byte for byte") {
  for_every_history([](History& history) {
    REQUIRE(history.events().size() > 20);
    CHECK(history.rebuilt() == history.views().entries());
  });
}

TEST_CASE("the same commands make the same history") {
  CHECK(generate(7).views().entries() == generate(7).views().entries());
  CHECK(generate(7).views().entries() != generate(8).views().entries());
}

TEST_CASE("sequences and the versions of every stream have no gaps, and leaves are chained") {
  for_every_history([](History& history) {
    std::map<std::string, std::pair<std::uint64_t, Sha256>> heads;
    std::uint64_t sequence = 0;
    UtcTime last{0};
    for (const StoredEvent& event : history.events()) {
      const RecordedEvent& recorded = event.recorded;
      auto& [version, leaf] = heads[recorded.stream.value()];
      CHECK(recorded.sequence.value() == ++sequence);
      CHECK(recorded.version.value() == ++version);
      CHECK(recorded.previous == leaf);
      CHECK(recorded.at >= last);
      leaf = event.leaf;
      last = recorded.at;
    }
  });
}

TEST_CASE("a nonce is accepted at most once, and only after it was issued to that session") {
  for_every_history([](History& history) {
    std::map<std::pair<std::string, Digest>, int> issued;
    for (const StoredEvent& event : history.events()) {
      const std::string& stream = event.recorded.stream.value();
      if (const auto* challenge = std::get_if<ChallengeIssued>(&event.recorded.event)) {
        ++issued[{stream, challenge->nonce.value()}];
      }
      if (const auto* spent = std::get_if<NonceConsumed>(&event.recorded.event)) {
        CHECK(--issued[{stream, spent->nonce.value()}] >= 0);
      }
    }
  });
}

TEST_CASE("after its end a session sees downloads, holds and one purge, and nothing else") {
  for_every_history([](History& history) {
    std::map<std::string, bool> ended;
    std::map<std::string, int> purges;
    for (const StoredEvent& event : history.events()) {
      const std::string& stream = event.recorded.stream.value();
      const Event& what = event.recorded.event;
      if (ended[stream]) {
        const bool allowed = std::holds_alternative<DocumentsDownloaded>(what) ||
                             std::holds_alternative<DocumentValuesRead>(what) ||
                             std::holds_alternative<HoldSet>(what) ||
                             std::holds_alternative<HoldReleased>(what) ||
                             std::holds_alternative<FilesPurged>(what);
        CHECK_MESSAGE(allowed, type_of(what).name);
      }
      if (std::holds_alternative<FilesPurged>(what)) CHECK(++purges[stream] == 1);
      if (std::holds_alternative<SessionFinalized>(what) ||
          std::holds_alternative<SessionExpired>(what) ||
          std::holds_alternative<SessionCanceled>(what)) {
        ended[stream] = true;
      }
    }
  });
}

TEST_CASE("of an open session all tokens are found, and none of an ended one but its last") {
  std::size_t joined = 0;
  for_every_history([&](History& history) {
    std::set<SessionId> sessions;
    for (const StoredEvent& event : history.events()) {
      if (const auto id = session_of(event.recorded.stream)) sessions.insert(*id);
    }
    for (const SessionId& id : sessions) {
      const Session session = Sessions::load(history.views(), id);
      joined += session.older_tokens.size();
      const auto is_found = [&](const TokenHash& token) {
        return history.views().holds(space::kTokens, Tokens::key(token));
      };
      for (const TokenHash& older : session.older_tokens) {
        CHECK(is_found(older) == !has_ended(session));
      }
      if (!has_ended(session)) CHECK(is_found(session.token));
    }
  });
  CHECK(joined > 20);
}

TEST_CASE("no client opens more sessions in a month than its quota") {
  bool reached = false;
  for_every_history([&](History& history) {
    std::map<std::pair<std::string, std::string>, std::uint64_t> opened;
    for (const StoredEvent& event : history.events()) {
      const auto* created = std::get_if<SessionCreated>(&event.recorded.event);
      if (created == nullptr) continue;
      const std::uint64_t count = ++opened[{created->client.value(), month_of(event.recorded.at)}];
      CHECK(count <= kQuota);
      reached = reached || count == kQuota;
    }
  });
  CHECK(reached);
}

TEST_CASE("an idempotency key begins at most one append in its window") {
  for_every_history([](History& history) {
    std::map<Digest, UtcTime> used;
    for (const StoredEvent& event : history.events()) {
      if (!event.recorded.idempotency) continue;
      const Digest& key = event.recorded.idempotency->key.value();
      const auto before = used.find(key);
      // A command's time may be slightly before that of its event.
      if (before != used.end()) {
        CHECK(event.recorded.at - before->second >= kIdempotencyWindow);
      }
      used[key] = event.recorded.at;
    }
  });
}

TEST_CASE("the retention queue holds every session that is not purged, once") {
  for_every_history([](History& history) {
    std::size_t queued = 0;
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first != space::kRetention) continue;
      ++queued;
      for (const auto queue :
           {RetentionQueue::Open, RetentionQueue::Completed, RetentionQueue::Unfinished}) {
        const auto entry = Retention::parse(queue, key.second);
        if (!entry) continue;
        const Session session = Sessions::load(history.views(), entry->session);
        CHECK_FALSE(session.purged_at.has_value());
        CHECK(session.ended_at.has_value() == (queue != RetentionQueue::Open));
        CHECK(entry->time == session.ended_at.value_or(session.expires_at));
      }
    }
    std::size_t unpurged = 0;
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first != space::kSessions) continue;
      Uuid id{};
      std::ranges::copy(key.second, id.begin());
      unpurged += Sessions::load(history.views(), SessionId(id)).purged_at ? 0 : 1;
    }
    CHECK(queued == unpurged);
  });
}

}  // namespace
}  // namespace countersign
