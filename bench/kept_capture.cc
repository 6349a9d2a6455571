#include "bench/kept_capture.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "bench/measured_program.h"
#include "core/checks/checks.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/sealed_text.h"

namespace countersign::bench {
namespace {

using std::chrono::minutes;

// Longer than a run, so that these are still open at its end.
constexpr Duration kOpenTokenLife = std::chrono::hours(24);
constexpr std::uint64_t kReviewEvery = 100;
constexpr std::uint32_t kFrames = 9;
constexpr std::size_t kBytesOnDisk = 1000;  // of each file that is made
constexpr const char* kUserAgent =
    R"("userAgent":"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Mobile Safari/537.36"})";

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
std::uint64_t mixed(std::uint64_t n) {
  n += 0x9e3779b97f4a7c15;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9;
  n = (n ^ (n >> 27)) * 0x94d049bb133111eb;
  return n ^ (n >> 31);
}

// Bytes that follow from the name, and look random. `what` tells the uses of one session apart.
template <class Bytes>
Bytes bytes_for(Kind kind, std::uint64_t n, std::uint64_t what) {
  Bytes bytes{};
  std::uint64_t state = mixed(n ^ (static_cast<std::uint64_t>(kind) << 56)) + (what << 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % 8 == 0) state = mixed(state + i);
    bytes[i] = static_cast<std::uint8_t>(state >> (8 * (i % 8)));
  }
  return bytes;
}

// A finding for each check of the table whose name begins so, as an image that is good gets them.
Findings good_findings(std::initializer_list<std::string_view> beginnings) {
  Findings found;
  found.engine = {"countersign", "1"};
  for (const CheckRow& row : kChecks) {
    const auto begins = [&](std::string_view text) { return row.name.starts_with(text); };
    if (std::ranges::none_of(beginnings, begins)) continue;
    found.checks.push_back({std::string(row.name), CheckStatus::Passed, {}, 120'500, 80'000});
  }
  return found;
}

}  // namespace

ClientKey client_of(std::uint64_t number) {
  std::string text = "svck_growth" + std::to_string(number);
  return ClientKey(std::move(text));
}

SessionId session_of(Kind kind, std::uint64_t n) {
  return SessionId(uuid_from_random(bytes_for<Uuid>(kind, n, 1)));
}

KeptCapture::KeptCapture(
    const DataFolder& data, OsRandom& random, Kind kind, std::uint64_t n, UtcTime at)
    : data_(data),
      random_(random),
      kind_(kind),
      n_(n),
      id_(session_of(kind, n)),
      client_(client_of(kind == Kind::Due ? kDueClient : n % kClients)),
      key_(SessionKey::random(random)),
      begun_(at) {}

std::size_t KeptCapture::commands() const {
  switch (kind_) {
    case Kind::Due:
    case Kind::Purged:
    case Kind::Kept:
      return kCommandsASession;
    case Kind::Expired:
    case Kind::Open:
      return 4;
  }
  return 0;
}

Submission KeptCapture::command(std::size_t place) {
  const UtcTime at = begun_ + kBetweenCommands * static_cast<int>(place);
  switch (place) {
    case 0:
      return create(at);
    case 1:
      return submission(GiveConsent{at, {"2026-01", Sha256(sha256("the text"))}, {}});
    case 2:
    case 4:
      return submission(IssueChallenge{at, Step::Document, nonce(place), at + minutes(2), {}});
    case 3:
    case 5:
      return document(at, place);
    case 6:
      return submission(IssueChallenge{at,
                                       Step::Liveness,
                                       nonce(place),
                                       at + minutes(2),
                                       {Action::LookStraight, Action::TurnLeft, Action::Blink}});
    case 7:
      return liveness(at);
    case 8:
      return finalize(at);
    default:
      return submission(DownloadDocuments{at, {}}, ActorKind::Client);
  }
}

Submission KeptCapture::expiry() {
  return submission(ExpireSession{begun_ + kExpiry}, ActorKind::Sweep);
}

Submission KeptCapture::submission(SessionCommand command, ActorKind actor) {
  const Digest request = bytes_for<Digest>(kind_, n_, 100 + ++submissions_);
  const RequestId id(to_hex(request).substr(0, 32));
  Submission made{stream_of(id_),
                  std::move(command),
                  {actor, actor == ActorKind::Client ? client_.value() : ""},
                  id};
  if (actor == ActorKind::Sweep) return made;
  made.sealed = seal_text(key_,
                          id_,
                          "origin of request " + id.value(),
                          std::string(R"({"address":"192.0.2.1",)") + kUserAgent,
                          random_);
  return made;
}
Submission KeptCapture::repeatable(Submission made) const {
  made.idempotency = IdempotencyRecord{Sha256(bytes_for<Digest>(kind_, n_, 200 + submissions_)),
                                       Sha256(bytes_for<Digest>(kind_, n_, 300 + submissions_))};
  return made;
}
NonceHash KeptCapture::nonce(std::size_t place) const {
  return NonceHash(bytes_for<Digest>(kind_, n_, 400 + place));
}

Submission KeptCapture::create(UtcTime at) {
  CreateSession command{.at = at,
                        .client = client_,
                        .purpose = Purpose::FullCapture,
                        .token = TokenHash(bytes_for<Digest>(kind_, n_, 2)),
                        .expires_at = at + (kind_ == Kind::Open ? kOpenTokenLife : kTokenLife)};
  command.user_ref = "customer-" + std::to_string(n_);
  Submission made{
      stream_of(id_), std::move(command), {ActorKind::Client, client_.value()}, RequestId("r")};
  made.request = RequestId(to_hex(bytes_for<Digest>(kind_, n_, 100)).substr(0, 32));
  made.wrap_key = data_.key_wrapping(id_, key_, at + kTokenLife + kRetention);
  return made;
}
Submission KeptCapture::document(UtcTime at, std::size_t place) {
  static const Findings good = good_findings({"DOCUMENT_", "MRZ_"});
  const bool front = place == 3;
  SubmitDocument command{at, nonce(place - 1), front ? Side::Front : Side::Back, {}, good, {}};
  if (front) command.document_type = DocumentType::IdCard;
  command.file = file(at, front ? 0 : 1);
  return repeatable(submission(std::move(command)));
}
Submission KeptCapture::liveness(UtcTime at) {
  static const Findings good = good_findings({"LIVENESS_"});
  SubmitLiveness command{at, nonce(6), good, {}, {}};
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    command.files.push_back(file(at, 2 + i));
    command.files.back().seq = i + 1;
  }
  return repeatable(submission(std::move(command)));
}
Submission KeptCapture::finalize(UtcTime at) {
  static const Findings good = good_findings({"FACE_MATCH"});
  FinalizeSession command{at, good, {}};
  if (kind_ == Kind::Kept && n_ % kReviewEvery == 0) {
    for (CheckOutcome& check : command.findings.checks) {
      check = {check.check, CheckStatus::NotPerformed, {}, {}, {}};
    }
  }
  Submission made = repeatable(submission(std::move(command)));
  made.wrap_key = data_.key_wrapping(id_, key_, at + kRetention);
  return made;
}

StoredFile KeptCapture::file(UtcTime at, std::uint64_t place) {
  StoredFile file;
  file.file = FileId(uuid_from_random(bytes_for<Uuid>(kind_, n_, 500 + place)));
  file.kind = place < 2 ? FileKind::Document : FileKind::Selfie;
  if (place < 2) file.side = place == 0 ? Side::Front : Side::Back;
  file.day = day_of(at);
  file.width = 1600;
  file.height = 1200;
  file.size_bytes = 250'000 + mixed(n_ + place) % 100'000;
  file.sha256 = Sha256(bytes_for<Digest>(kind_, n_, 600 + place));
  file.crc32 = static_cast<std::uint32_t>(mixed(n_ * 16 + place));
  file.pixels = Sha256(bytes_for<Digest>(kind_, n_, 700 + place));
  if (place < 2) file.perceptual = PerceptualHash(bytes_for<Digest>(kind_, n_, 800 + place));
  if (stores_files_) store(file);
  return file;
}
void KeptCapture::store(StoredFile& file) {
  static const std::string bytes(kBytesOnDisk, 'f');
  auto writer = data_.vault().create(id_, key_, file.file, file.day);
  if (!writer || !(*writer)->append(bytes)) give_up("a file could not be written");
  const auto sealed = (*writer)->seal();
  if (!sealed || !(*writer)->commit()) give_up("a file could not be stored");
  file.size_bytes = sealed->size_bytes;
  file.sha256 = sealed->sha256;
  file.crc32 = sealed->crc32;
  stored_.push_back(file);
}

}  // namespace countersign::bench
