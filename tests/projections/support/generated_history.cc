#include "tests/projections/support/generated_history.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/projections/support/capture_commands.h"
#include "tests/projections/support/reviewer_commands.h"

namespace countersign {
namespace {

constexpr int kCommandsAHistory = 650;
constexpr std::uint64_t kSessionsAtOnce = 3;
constexpr std::uint64_t kFirstPlanned = 1'000'000;  // the numbers of sessions that are planned
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
    if (one_in(150)) plan_review();
    if (one_in(150)) plan_endpoint();
    if (!planned_.empty() && one_in(2)) {
      Submission next = std::move(planned_.front());
      planned_.pop_front();
      return next;
    }
    if (one_in(40)) ++era_;
    if (one_in(12)) return draw_client_command();
    if (one_in(15)) return draw_reviewer_command();
    const SessionId session = some_session();
    const auto step = one_in(2) ? Step::Document : Step::Liveness;
    switch (pick(19)) {
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
        return draw_finalize(session);
      case 10:  // of the few sessions that are complete and have values
        return to_session(session, ReadDocumentValues{stamp()});
      case 11:
      case 12:
        return draw_joining(session);
      case 13:
      case 14:
      case 15:
      case 16:
        return draw_review(session);
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
    const UtcTime at = stamp();
    // Takes back the handoff of the session that was perhaps handed off last.
    if (handed_off_ && one_in(2)) {
      return to_session(*std::exchange(handed_off_, std::nullopt), TakeHandoffBack{at, {}});
    }
    if (one_in(6)) return to_session(session, RenewLink{at, some_code(), at + 40 * kMinute});
    if (one_in(12)) return to_session(session, TakeLinkBack{at});
    if (one_in(2)) return to_session(session, OfferHandoff{at, some_code(), at + 2 * kMinute});
    RedeemCode command{
        .at = at, .how = one_in(3) ? JoinedBy::Link : JoinedBy::Handoff, .code = some_code()};
    if (one_in(2)) command.expires_at = at + 10 * kMinute;
    command.token = TokenHash(sha256("token " + std::to_string(++tokens_)));
    command.number_is_right = !one_in(3);
    if (command.how == JoinedBy::Handoff && command.number_is_right) handed_off_ = session;
    return to_session(session, command);
  }

  // Most often a check is missing, which sends the session to review.
  Submission draw_finalize(const SessionId& session) {
    FinalizeSession command{stamp(), {}};
    if (!one_in(4)) {
      CheckOutcome& missing = command.findings.checks.emplace_back();
      missing.check = "FACE_MATCH";
      missing.status = CheckStatus::NotPerformed;
    }
    return to_session(session, std::move(command));
  }

  // Plans a whole review, among which other commands come. Few sessions get that far by chance.
  void plan_review() {
    const std::uint64_t n = kFirstPlanned + ++plans_;
    const SessionId session = session_id(n);
    const StoredFile file = some_image();
    FinalizeSession finalize{now_, {}};
    finalize.findings.checks.emplace_back().status = CheckStatus::NotPerformed;
    const auto decide = [&](const char* reviewer) {
      const auto decision = one_in(2) ? ReviewDecision::Passed : ReviewDecision::Failed;
      planned_.push_back(to_session(session,
                                    DecideReview{.at = now_,
                                                 .decision = decision,
                                                 .reasons = {"OTHER"},
                                                 .reviewer = reviewer,
                                                 .says_why_unlooked = one_in(2)}));
    };
    planned_.push_back(registering_reviewer(kBert, now_));
    planned_.push_back(registering_reviewer(kCora, now_));
    planned_.push_back(creating(some_client(), session, now_, Purpose::DocumentVerification));
    planned_.push_back(challenging(session, Step::Document, n, now_));
    planned_.push_back(sending_document(session, n, file, now_));
    planned_.back().sealed_values = "values";
    planned_.push_back(to_session(session, finalize));
    planned_.push_back(to_session(session, ReadDocumentValues{now_}));
    if (one_in(4)) return;
    planned_.push_back(overdue(session));
    planned_.push_back(to_session(session, AssignReview{now_, kCora, kBert, now_ + 2 * kMinute}));
    if (one_in(2)) planned_.push_back(to_session(session, UnassignReview{now_, kCora}));
    planned_.push_back(to_session(session, ClaimReview{now_, kBert, now_ + 2 * kMinute}));
    planned_.push_back(to_session(session, ViewImage{now_, kBert, file.file}));
    if (one_in(2)) planned_.push_back(to_session(session, ReleaseReview{now_, kBert}));
    if (one_in(3)) {
      planned_.push_back(to_session(session, HandOverReview{.at = now_, .reviewer = kBert}));
    }
    for (const char* reviewer : {kBert, kBert, kCora, "c", "d"}) decide(reviewer);
    planned_.push_back(
        to_session(session, CorrectReview{now_, ReviewDecision::Failed, {"OTHER"}, ""}));
  }

  Submission overdue(const SessionId& session) {
    Submission submission =
        to_session(session, ReportOverdue{.at = now_ + std::chrono::seconds(1)});
    submission.actor = {ActorKind::Sweep, ""};
    return submission;
  }

  // A few reviewers, so that they meet.
  std::string some_reviewer() {
    static constexpr std::array<const char*, 4> kReviewers{kAnna, kBert, "c", ""};
    return kReviewers[pick(kReviewers.size())];
  }

  // Mostly says why something was not looked at.
  template <class Command>
  Command with_why(Command command) {
    command.says_why_unlooked = !one_in(4);
    return command;
  }

  Submission draw_review(const SessionId& session) {
    const UtcTime at = stamp();
    const auto decision = one_in(2) ? ReviewDecision::Passed : ReviewDecision::Failed;
    std::vector<std::string> reasons{"REASON_" + std::to_string(pick(3))};
    switch (pick(9)) {
      case 6:
        return to_session(session, AssignReview{at, kCora, some_reviewer(), at + 2 * kMinute});
      case 7:
        return to_session(session, UnassignReview{at, kCora});
      case 8:
        return to_session(session, HandOverReview{.at = at, .reviewer = some_reviewer()});
      case 0:
        return to_session(session, ClaimReview{at, some_reviewer(), at + 2 * kMinute});
      case 1:
        return to_session(session, ReleaseReview{at, some_reviewer()});
      case 2:
        return to_session(session, ViewImage{at, some_reviewer(), some_file()});
      case 3:
        return to_session(
            session, with_why(CorrectReview{at, decision, std::move(reasons), some_reviewer()}));
      default: {
        Submission submission = to_session(
            session, with_why(DecideReview{at, decision, std::move(reasons), some_reviewer()}));
        if (one_in(2)) submission.sealed = "note";
        return submission;
      }
    }
  }

  // One of the latest files, of any session.
  FileId some_file() { return image(files_ - std::min(files_, pick(8)), "").file; }

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

  std::optional<std::string> some_language() {
    return one_in(2) ? std::optional<std::string>("de") : std::nullopt;
  }

  CapturePage some_page() {
    CapturePage page;
    page.links = one_in(2);
    if (one_in(2)) page.texts = {{"de", "Laden", std::nullopt, "Sie hören von uns."}};
    if (one_in(2)) page.documents = {{"DE", {DocumentType::IdCard}}};
    return page;
  }

  ChangeLogo some_logo() {
    ChangeLogo change{.at = stamp()};
    if (one_in(2))
      change.logo = LogoFile{ImageFormat::Png, static_cast<std::uint32_t>(pick(3)), 1, 1, Sha256()};
    return change;
  }

  WebhookCommand some_webhook_command() {
    // Few are changed, so that a change meets an endpoint; more are registered than there may be.
    const auto which = pick(9);
    const WebhookId id("whep_" + std::to_string(pick(which > 5 ? 12 : 2)));
    const UtcTime at = stamp();
    const std::string url = one_in(2) ? "https://a.example" : "https://b.example";
    if (which == 0 && one_in(2)) return ProveWebhook{at, id, url};
    if (which == 0) return ChangeWebhook{at, id, url, {}, one_in(2)};
    if (which == 1) return RotateWebhookSecret{at, id, at + kMinute};
    if (which == 2) return DisableWebhook{at, id, WebhookStop::Gone};
    if (which == 3) return EnableWebhook{at, id};
    if (which == 4) return ReplayWebhook{at, id, Sequence(pick(20))};
    if (which == 5 && one_in(2)) return TestWebhook{at, id};
    if (which > 5) return RegisterWebhook{at, id, "https://a.example", {}, one_in(2)};
    return DeleteWebhook{at, id};
  }
  Submission about_webhooks_of(const ClientKey& client, WebhookCommand command) {
    Submission submission = of_operator(client, DisableClient{});
    submission.stream = webhooks_stream_of(client);
    submission.command = std::move(command);
    return submission;
  }
  Submission draw_webhook_command(const ClientKey& client) {
    return about_webhooks_of(client, some_webhook_command());
  }

  // Plans an endpoint that is changed and proven. By chance few are.
  void plan_endpoint() {
    const ClientKey client = some_client();
    const WebhookId id("whep_0");
    const std::string url = "https://b.example";
    for (WebhookCommand command :
         {WebhookCommand(RegisterWebhook{now_, id, "https://a.example", {}, one_in(2)}),
          WebhookCommand(ChangeWebhook{now_, id, url, {}, one_in(2)}),
          WebhookCommand(ProveWebhook{now_, id, url})}) {
      planned_.push_back(about_webhooks_of(client, std::move(command)));
    }
  }

  Submission draw_client_command() {
    const ClientKey client = some_client();
    ClientPolicy policy = every_purpose();
    policy.quota = kQuota;
    policy.reviewers = 1 + pick(2);
    policy.unsigned_decisions = !one_in(4);
    if (one_in(2)) policy.review_due = ReviewDue(1 + pick(2));
    if (one_in(3)) return draw_webhook_command(client);
    switch (pick(9)) {
      case 3:
        return of_operator(client, ChangeCapturePage{stamp(), some_page()});
      case 4:
        return of_operator(client, some_logo());
      case 5:
        return of_operator(client,
                           ChangeConsentText{stamp(), some_consent(), "I agree.", some_language()});
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

  Submission draw_reviewer_command() {
    return to_some_reviewer(stamp(), [this](std::uint64_t below) { return pick(below); });
  }

  std::mt19937_64 random_;
  UtcTime now_ = kStart;
  std::uint64_t era_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t tokens_ = 0;
  std::optional<SessionId> handed_off_;
  std::uint64_t plans_ = 0;
  std::deque<Submission> planned_;
};

}  // namespace

History generate(std::uint32_t seed) {
  History history;
  Generator generator(seed);
  for (int i = 0; i < kCommandsAHistory; ++i) history.submit(generator.next());
  return history;
}

}  // namespace countersign
