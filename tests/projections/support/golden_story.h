#pragma once
#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/base64url.h"
#include "core/version.h"
#include "events/vault/files/sealed_text.h"
#include "projections/folder/rotation.h"
#include "projections/retention/sweep.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/reviewer_commands.h"

// The story that a data folder of the golden set tells. tests/golden/README.md describes the set.
namespace countersign {

// The byte of which the golden set's master key consists.
inline constexpr std::uint8_t kGoldenMaster = 9;
// The context under which the story seals its texts.
inline constexpr std::string_view kGoldenContext = "golden set";

// A folder whose log has an event of every type and whose keys have every form.
struct GoldenStory : Safe {
  const ClientKey bank = client_key("bank");

  GoldenStory() : Safe(kVersion) { open_signing(7); }

  void open_signing(std::uint8_t master_key) {
    close();
    DataFolderOptions with = options(master_key);
    with.signing_key = tlog::log_key();
    auto opened = try_open(std::move(with));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    adopt(*std::move(opened));
  }

  void tell() {
    record_thresholds();
    set_up_clients();
    capture_and_finalize(1);
    clock.advance(kDay);
    erase(1);
    REQUIRE(sweep(data(), {.now = clock.now()}).has_value());  // destroys the slots of that day
    finish_a_capture(2);
    renew_a_link(3);
    keep_under_hold(4);
    review_a_document(5);
    wait_for_review(6);
    act(6, ClaimReview{clock.now(), kBert, clock.now() + 10 * kMinute});
    act(6, ReleaseReview{clock.now(), kBert});
    act(6, ClaimReview{clock.now(), kAnna, clock.now() + 10 * kMinute});
    order_the_work(14);
    hand_off(7);
    end_without_capture();
    register_reviewers();
    erase_an_open_session(10);
    REQUIRE(rotate_master_key(data(),
                              options(kGoldenMaster).master_key,
                              LostSlots::Refuse,
                              kClientActor,
                              RequestId("r-rotate"),
                              clock.now())
                .has_value());
    capture(11);
    excuse_from_liveness(12);
    capture_together(13, {"the first frame of session 13", "the second frame of session 13"});
    REQUIRE(data().checkpoints()->covering(data().log().head().sequence).has_value());
  }

 private:
  SessionKey key_of(std::uint64_t n) {
    auto key = data().session_key(session_id(n));
    REQUIRE(key.has_value());
    return *std::move(key);
  }
  std::string sealed(std::uint64_t n, std::string_view text) {
    return seal_text(key_of(n), session_id(n), kGoldenContext, text, random);
  }
  void act(std::uint64_t n, SessionCommand command, std::optional<std::string> with = {}) {
    Submission submission = to_session(session_id(n), std::move(command));
    submission.sealed = std::move(with);
    commit(std::move(submission));
  }

  void record_thresholds() {
    const std::string text = canonical_text(Thresholds());
    commit({thresholds_stream(),
            RecordThresholds{clock.now(), kThresholdsVersion, Sha256(sha256(text)), text},
            {ActorKind::Sweep, {}},
            RequestId()});
  }

  void webhook(WebhookCommand command) {
    commit({webhooks_stream_of(acme),
            std::move(command),
            {ActorKind::Operator, "uid:0"},
            RequestId("r-op")});
  }

  void set_up_clients() {
    ClientPolicy policy = every_purpose();
    policy.mrz_values = true;
    policy.quota = 1000;
    commit(with_key(registering(bank, clock.now(), policy), record_of_key("register the bank")));
    policy.retention_ms = 90ULL * 24 * 60 * 60 * 1000;
    policy.review_due = ReviewDue(60ULL * 60 * 1000);
    policy.review_reasons =
        ToldSentences(std::vector<ToldSentence>{{"visit", "Please visit a branch."}});
    commit(of_operator(bank, ChangeClient{clock.now(), "The bank", policy}));
    commit(of_operator(bank, AddSecret{clock.now(), SecretHash(sha256("another"))}));
    commit(of_operator(bank, RevokeSecret{clock.now(), 1}));
    CapturePage page;
    page.name = "The bank";
    page.texts = {{"de", "Die Bank", std::nullopt, "Sie hören von uns."}};
    page.documents = {{"DE", {DocumentType::IdCard}}};
    commit(of_operator(bank, ChangeCapturePage{clock.now(), page}));
    const std::string logo = "a logo's bytes";
    commit(
        of_operator(bank,
                    ChangeLogo{clock.now(),
                               LogoFile{ImageFormat::Png, 1, 1, logo.size(), Sha256(sha256(logo))},
                               to_base64url(logo)}));
    const std::string text = "I agree.";
    commit(of_operator(
        bank,
        ChangeConsentText{clock.now(), ConsentVersion{"v1", Sha256(sha256(text))}, text, {}}));
    const ClientKey gone = client_key("gone");
    commit(registering(gone, clock.now()));
    commit(of_operator(gone, DisableClient{clock.now(), "left"}));
    const ClientKey closed = client_key("closed");
    commit(registering(closed, clock.now()));
    commit(of_operator(closed, CloseClient{clock.now(), "left", clock.now() + 30 * kDay}));
    set_up_webhooks();
  }

  void set_up_webhooks() {
    const WebhookId first("whep_1");
    const WebhookId second("whep_2");
    const std::string url = "https://acme.example/hook";
    webhook(RegisterWebhook{clock.now(), first, url, {WebhookType::Completed}, true});
    webhook(ProveWebhook{clock.now(), first, url});
    webhook(RotateWebhookSecret{clock.now(), first, clock.now() + kDay});
    webhook(TestWebhook{clock.now(), first});
    webhook(RegisterWebhook{clock.now(), second, "https://acme.example/old", {}, false});
    webhook(ChangeWebhook{clock.now(), second, "https://acme.example/new", {}, false});
    webhook(DisableWebhook{clock.now(), second, WebhookStop::Requested});
    webhook(EnableWebhook{clock.now(), second});
    webhook(ReplayWebhook{clock.now(), second, Sequence(2)});
    webhook(DisableWebhook{clock.now(), second, WebhookStop::Gone});
    const WebhookId third("whep_3");
    webhook(RegisterWebhook{clock.now(), third, "https://acme.example/other", {}, false});
    webhook(DeleteWebhook{clock.now(), third});
  }

  void finish_a_capture(std::uint64_t n) {
    create(n);
    act(n,
        GiveConsent{clock.now(), {"v1", Sha256(sha256("I agree."))}},
        sealed(n, "consent of session " + std::to_string(n)));
    commit(challenging(session_id(n), Step::Liveness, n, clock.now()));
    const StoredFile frame = store(n, n, "frame of session " + std::to_string(n));
    commit(sending_frames(session_id(n), n, {frame}, clock.now()));
    REQUIRE(data().vault().mark_named(frame.file, frame.day).has_value());
    finalize(n);
    act(n, DownloadDocuments{clock.now(), {}});
  }

  // The wrapped key then names two earlier leaves, beside the present and the previous one.
  void renew_a_link(std::uint64_t n) {
    create(n);
    for (int i = 1; i <= 3; ++i) {
      clock.advance(kMinute);
      const UtcTime expires_at = clock.now() + i * kDay;
      const CodeHash code(sha256("code " + std::to_string(i)));
      Submission renewal = to_session(session_id(n), RenewLink{clock.now(), code, expires_at});
      renewal.wrap_key = data().key_wrapping(session_id(n), key_of(n), expires_at + kDay);
      commit(std::move(renewal));
    }
    REQUIRE(leaves(n).earlier.size() == 2);
  }

  void keep_under_hold(std::uint64_t n) {
    capture_and_finalize(n);
    act(n, SetHold{clock.now(), "another case"});
    act(n, ReleaseHold{clock.now(), "closed"});
    act(n, SetHold{clock.now(), "a case"});
  }

  void refuse_a_document(std::uint64_t n) {
    const std::uint64_t other = 100 + n;
    commit(challenging(session_id(n), Step::Document, other, clock.now()));
    SubmitDocument blurry{.at = clock.now(), .nonce = nonce(other)};
    blurry.findings.issues.push_back({"DOCUMENT_BLURRY", Severity::Error, 1, 2, "hint"});
    blurry.file = image(other);
    act(n, blurry);
  }

  // A document of the bank's, whose capture waits for a review.
  void wait_for_review(std::uint64_t n) {
    Submission creation = creating(bank, session_id(n), clock.now(), Purpose::DocumentVerification);
    creation.wrap_key = new_key(session_id(n), clock.now() + kHour + kDay);
    commit(std::move(creation));
    refuse_a_document(n);
    commit(challenging(session_id(n), Step::Document, n, clock.now()));
    const StoredFile image = store(n, n, "document of session " + std::to_string(n));
    Submission document = sending_document(session_id(n), n, image, clock.now());
    document.sealed = sealed(n, "device of session " + std::to_string(n));
    document.sealed_values = sealed(n, "values of session " + std::to_string(n));
    commit(std::move(document));
    REQUIRE(data().vault().mark_named(image.file, image.day).has_value());
    FinalizeSession finalize{clock.now(), {}};
    finalize.findings.checks.emplace_back().status = CheckStatus::NotPerformed;
    Submission end = to_session(session_id(n), finalize);
    end.wrap_key = data().key_wrapping(session_id(n), key_of(n), clock.now() + 90 * kDay);
    commit(std::move(end));
  }

  void review_a_document(std::uint64_t n) {
    wait_for_review(n);
    commit(registering_reviewer(kAnna, clock.now()));
    act(n, ReadDocumentValues{clock.now()});
    act(n, ClaimReview{clock.now(), kAnna, clock.now() + 10 * kMinute});
    act(n, ViewImage{clock.now(), kAnna, file_id(n)});
    act(n,
        DecideReview{clock.now(), ReviewDecision::Passed, {"OTHER"}, kAnna},
        sealed(n, "note of session " + std::to_string(n)));
    commit(registering_reviewer(kBert, clock.now()));
    CorrectReview correction{clock.now(), ReviewDecision::Failed, {"OTHER"}, kBert};
    correction.says_why_unlooked = true;
    act(n, correction);
  }

  // A case that is overdue, assigned, taken back, handed over, and decided with a sentence for the
  // person.
  void order_the_work(std::uint64_t n) {
    wait_for_review(n);
    clock.advance(kHour);
    Submission overdue = to_session(session_id(n), ReportOverdue{clock.now()});
    overdue.actor = {ActorKind::Sweep, {}};
    commit(std::move(overdue));
    act(n, AssignReview{clock.now(), kBert, kAnna, clock.now() + kHour});
    act(n, UnassignReview{clock.now(), kBert});
    act(n, HandOverReview{clock.now(), kAnna}, sealed(n, "words of session " + std::to_string(n)));
    DecideReview decision{clock.now(), ReviewDecision::Failed, {"OTHER"}, kBert};
    decision.says_why_unlooked = true;
    decision.told = ToldSentence{"visit", "Please visit a branch."};
    act(n, decision, sealed(n, "note of session " + std::to_string(n)));
  }

  void hand_off(std::uint64_t n) {
    create(n);
    for (const bool number_is_right : {false, true}) {
      const CodeHash code(sha256(number_is_right ? "handoff" : "a wrong number"));
      act(n, OfferHandoff{clock.now(), code, clock.now() + 2 * kMinute});
      RedeemCode redeem{.at = clock.now(), .how = JoinedBy::Handoff, .code = code};
      redeem.token = TokenHash(sha256("token of the phone"));
      redeem.number_is_right = number_is_right;
      act(n, redeem);
    }
    act(n, TakeHandoffBack{clock.now(), {}});
  }

  void excuse_from_liveness(std::uint64_t n) {
    create(n);
    act(n, TakeLinkBack{clock.now()});
    commit(challenging(session_id(n), Step::Liveness, n, clock.now()));
    SubmitLiveness blurry{.at = clock.now(), .nonce = nonce(n)};
    blurry.findings.issues.push_back({"LIVENESS_BLURRY", Severity::Error, 1, 2, "hint"});
    blurry.files = {image(n)};
    Submission refused = to_session(session_id(n), blurry);
    refused.sealed_marks = sealed(n, "marks of session " + std::to_string(n));
    commit(std::move(refused));
    act(n, ExcuseLiveness{clock.now()});
  }

  void end_without_capture() {
    create(8);
    act(8, CancelSession{clock.now()});
    create(9);
    clock.advance(kHour);
    act(9, ExpireSession{clock.now()});
  }

  // Two reviewers with passkeys, logins and links. Some of the commands are refused.
  void register_reviewers() {
    std::mt19937_64 dice(20'261'118);
    for (int i = 0; i < 100; ++i) {
      (void)submit(
          to_some_reviewer(clock.now(), [&](std::uint64_t below) { return dice() % below; }));
    }
  }

  void erase_an_open_session(std::uint64_t n) {
    capture(n);
    erase(n);
  }
};

}  // namespace countersign
