#include "projections/views/session/document_images.h"

#include <doctest/doctest.h>

#include "projections/fold/record_bytes.h"
#include "projections/views/all_projections.h"
#include "tests/projections/support/capture_commands.h"
#include "tests/projections/support/history.h"
#include "tests/projections/support/memory_views.h"

namespace countersign::document_images_test {

const ClientKey kAcme = client_key("acme");
const ClientKey kBank = client_key("bank");

PerceptualHash hash_of(std::string_view what) { return PerceptualHash(sha256(what)); }
PerceptualHash flipped(PerceptualHash hash, std::initializer_list<std::size_t> bits) {
  Digest bytes = hash.value();
  for (const std::size_t bit : bits) bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
  return PerceptualHash(bytes);
}

StoredFile showing(std::uint64_t n, std::string_view pixels, const PerceptualHash& perceptual) {
  StoredFile file = image(n, pixels);
  file.perceptual = perceptual;
  return file;
}

struct Scene {
  History history;
  UtcTime now = kStart;
  std::uint64_t nonces = 0;

  Scene() {
    must(registering(kAcme, now));
    must(registering(kBank, now));
  }
  void must(const Submission& submission) {
    const Outcome outcome = history.submit(submission);
    REQUIRE(std::holds_alternative<Committed>(outcome));
  }
  // Submits the image in a new session and returns the last event.
  Event shown(std::uint64_t n, const StoredFile& file) {
    begin(n);
    return shown_again(n, file);
  }
  void begin(std::uint64_t n, const ClientKey& client = kAcme) {
    must(creating(client, session_id(n), now, Purpose::DocumentVerification));
  }
  Event shown_to(const ClientKey& client, std::uint64_t n, const StoredFile& file) {
    begin(n, client);
    return shown_again(n, file);
  }
  Event shown_again(std::uint64_t n, const StoredFile& file, Side side = Side::Front) {
    must(challenging(session_id(n), Step::Document, ++nonces, now));
    Submission submission = sending_document(session_id(n), nonces, file, now);
    std::get<SubmitDocument>(std::get<SessionCommand>(submission.command)).side = side;
    must(submission);
    return history.events().back().recorded.event;
  }
};

std::string code_of(const Event& event) {
  if (const auto* rejected = std::get_if<DocumentRejected>(&event)) return rejected->code;
  const auto& accepted = std::get<DocumentAccepted>(event);
  return accepted.issues.empty() ? "accepted" : "warned of " + accepted.issues[0].code;
}

TEST_CASE_FIXTURE(Scene, "the pixels of another session's document are remarked on") {
  CHECK(code_of(shown(1, image(1, "a card"))) == "accepted");
  CHECK(code_of(shown(2, image(2, "a card"))) == "warned of DOCUMENT_DUPLICATE_IMAGE");
  CHECK(code_of(shown(3, image(3, "another"))) == "accepted");
}

TEST_CASE_FIXTURE(Scene, "no client's documents are compared with another's") {
  const PerceptualHash original = hash_of("a card");
  CHECK(code_of(shown(1, showing(1, "a card", original))) == "accepted");
  CHECK(code_of(shown_to(kBank, 2, showing(2, "a card", original))) == "accepted");
  CHECK(code_of(shown_to(kBank, 3, showing(3, "encoded anew", flipped(original, {9})))) ==
        "warned of DOCUMENT_DUPLICATE_IMAGE");
  // Each client is told of its own earlier session.
  CHECK(code_of(shown_to(kBank, 4, showing(4, "a card", original))) ==
        "warned of DOCUMENT_DUPLICATE_IMAGE");
  CHECK(code_of(shown(5, showing(5, "a card", original))) == "warned of DOCUMENT_DUPLICATE_IMAGE");
  CHECK(history.rebuilt() == history.views().entries());
}

TEST_CASE_FIXTURE(Scene, "no number of another client's copies pushes a client's own out") {
  const PerceptualHash original = hash_of("a card");
  CHECK(code_of(shown(1, showing(1, "a card", original))) == "accepted");
  for (std::uint64_t n = 2; n <= 2 + 2 * DocumentImages::kBandImagesMax; ++n) {
    shown_to(kBank, n, showing(n, "picture " + std::to_string(n), original));
  }
  const auto found = DocumentImages::seen_elsewhere(
      history.views(), kAcme, session_id(999), showing(1000, "encoded anew", original));
  CHECK(found == ImageCopy{false, 0});
}

TEST_CASE_FIXTURE(Scene, "pixels that no engine has seen are nobody's") {
  CHECK(code_of(shown(1, image(1))) == "accepted");
  CHECK(code_of(shown(2, image(2))) == "accepted");
  CHECK(history.views().count(space::kDocumentImages) == 0);
}

TEST_CASE_FIXTURE(Scene, "the front again is told to be the same side, not an image of elsewhere") {
  const PerceptualHash front = hash_of("front");
  CHECK(code_of(shown(1, showing(1, "front", front))) == "accepted");
  CHECK(code_of(shown_again(1, showing(2, "front", front), Side::Back)) == "DOCUMENT_SAME_SIDE");
  CHECK(code_of(shown_again(1, showing(3, "encoded anew", flipped(front, {9, 200})), Side::Back)) ==
        "DOCUMENT_SAME_SIDE");
  CHECK(code_of(shown_again(1, showing(4, "back", hash_of("back")), Side::Back)) == "accepted");
}

TEST_CASE_FIXTURE(Scene, "a hash that differs in a few bits is found, wherever they are") {
  const PerceptualHash original = hash_of("a card");
  CHECK(code_of(shown(1, showing(1, "a card", original))) == "accepted");
  std::uint64_t n = 2;
  for (std::size_t first = 0; first < 256; first += 7) {
    std::vector<std::size_t> bits;
    PerceptualHash copy = original;
    for (std::size_t i = 0; i < kCopyBitsMax; ++i) copy = flipped(copy, {(first + 53 * i) % 256});
    const auto found = DocumentImages::seen_elsewhere(
        history.views(), kAcme, session_id(999), showing(1000, "encoded anew", copy));
    REQUIRE(found.has_value());
    CHECK(*found == ImageCopy{false, kCopyBitsMax});
    // One more bit of difference is too many.
    const PerceptualHash other = flipped(copy, {(first + 3) % 256});
    CHECK_FALSE(DocumentImages::seen_elsewhere(
                    history.views(), kAcme, session_id(999), showing(1000, "another", other))
                    .has_value());
  }
  const Event copied = shown(n, showing(n, "encoded anew", flipped(original, {30})));
  CHECK(code_of(copied) == "warned of DOCUMENT_DUPLICATE_IMAGE");
}

TEST_CASE_FIXTURE(Scene, "of many copies the nearest is told, and a session's own is none") {
  const PerceptualHash original = hash_of("a card");
  shown(1, showing(1, "1", flipped(original, {1, 2})));
  shown(2, showing(2, "2", flipped(original, {1})));
  const auto nearest = [&](std::uint64_t session) {
    return DocumentImages::seen_elsewhere(
        history.views(), kAcme, session_id(session), showing(3, "3", original));
  };
  CHECK(nearest(3) == ImageCopy{false, 1});
  CHECK(nearest(2) == ImageCopy{false, 2});
}

TEST_CASE_FIXTURE(Scene, "a look-up reads as much however many images there are") {
  const PerceptualHash original = hash_of("a card");
  for (std::uint64_t n = 1; n <= 3 * DocumentImages::kBandImagesMax; ++n) {
    shown(n, showing(n, "picture " + std::to_string(n), original));
  }
  const std::size_t reads = history.views().gets();
  const auto found = DocumentImages::seen_elsewhere(
      history.views(), kAcme, session_id(999), showing(1000, "one more", original));
  CHECK(found == ImageCopy{false, 0});
  CHECK(history.views().gets() - reads == 1 + DocumentImages::kBands);
  for (const std::string& key : DocumentImages::band_keys(kAcme, original)) {
    const auto images = load<std::vector<SeenImage>>(history.views(), space::kDocumentImages, key);
    REQUIRE(images.has_value());
    CHECK(images->size() == DocumentImages::kBandImagesMax);
    // The oldest entries were dropped.
    CHECK(images->back().session == session_id(3 * DocumentImages::kBandImagesMax));
  }
}

TEST_CASE_FIXTURE(Scene, "an image that was purged, or erased, is still known") {
  const PerceptualHash original = hash_of("a card");
  shown(1, showing(1, "a card", original));
  must(to_session(session_id(1), PurgeFiles{now, PurgeReason::Erasure, std::nullopt}));
  CHECK(code_of(shown(2, showing(2, "a card", original))) == "warned of DOCUMENT_DUPLICATE_IMAGE");
  CHECK(code_of(shown(3, showing(3, "encoded anew", original))) ==
        "warned of DOCUMENT_DUPLICATE_IMAGE");
}

TEST_CASE_FIXTURE(Scene, "a sandbox's images are nobody's, and nobody's are its") {
  const ClientKey sandbox = client_key("sandbox");
  must(of_operator(sandbox,
                   RegisterClient{now, "Name", every_purpose(), SecretHash(sha256("s")), true}));
  const PerceptualHash original = hash_of("a card");
  const auto in_sandbox = [&](std::uint64_t n) {
    must(creating(sandbox, session_id(n), now, Purpose::DocumentVerification));
    return code_of(shown_again(n, showing(n, "a card", original)));
  };
  CHECK(in_sandbox(1) == "accepted");
  CHECK(in_sandbox(2) == "accepted");
  CHECK(history.views().count(space::kDocumentImages) == 0);
  CHECK(code_of(shown(3, showing(3, "a card", original))) == "accepted");
  CHECK(in_sandbox(4) == "accepted");
}

}  // namespace countersign::document_images_test
