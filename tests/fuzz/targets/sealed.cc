// The encrypted data that the vault stores on the disk, changed by somebody without a key: slots,
// wrapped keys, sealed texts, frames, marks. The first byte chooses. All data that opens equals,
// byte for byte, the data that was sealed.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/text/base64url.h"
#include "core/text/bytes.h"
#include "events/vault/files/frame.h"
#include "events/vault/files/frame_marks.h"
#include "events/vault/files/sealed_text.h"
#include "events/vault/key_slot.h"
#include "events/vault/session_key.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::sealed_target {

// Gives the nonce of the opened bytes again, so that sealing must give the same bytes.
class GivenNonce final : public RandomSource {
 public:
  explicit GivenNonce(std::string_view nonce) : nonce_(nonce) {}
  void fill(std::span<std::uint8_t> out) override {
    check(out.size() == nonce_.size(), "the nonce that is drawn has the length of the given nonce");
    std::ranges::copy(nonce_, out.begin());
  }

 private:
  std::string nonce_;
};

constexpr KeySlotId kSlot{20261221, 0x0123456789abcdef};
constexpr std::string_view kContext = "context";
// The tree of the slot in the corpus: one seed, of the root.
constexpr std::string_view kTree(
    "\0\0\0\1\0\0\0\1"
    "tttttttttttttttttttttttttttttttt",
    8 + 32);

constexpr std::uint32_t kPart = 6;
// The tree of the part in the corpus: one seed, of the root of its subtree.
constexpr std::string_view kPartTree(
    "\0\0\0\1\0\0\4\6"
    "tttttttttttttttttttttttttttttttt",
    8 + 32);

SecretBytes<32> secret(std::uint8_t byte) {
  SecretBytes<32> key;
  std::ranges::fill(key.overwrite(), byte);
  return key;
}
SessionId session() { return SessionId(Uuid{1, 2, 3}); }

std::string bytes_of_tree(const PuncturableKey& tree) {
  std::string bytes(tree.encoded_bytes(), '\0');
  tree.encode({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return bytes;
}

void open_slot(std::string_view bytes) {
  static const SlotWrapping wrapping{MasterKey(secret(1))};
  const auto opened = open_key_slot(kSlot, bytes, wrapping);
  if (!opened) {
    check(!describe(opened.error()).empty(), "a key slot is refused with a reason");
    return;
  }
  const KeySlotState& state = opened->state;
  check(bytes.size() == kKeySlotFixedBytes + state.tree.seeds() * PuncturableKey::kNodeBytes,
        "a key slot that opens is as long as its state");
  check(state.reserved == 4096 && bytes_of_tree(state.tree.rest()) == kTree,
        "a key slot that opens has the state that was sealed");
}

// The slot's own file alone, whether it lists parts or not.
void open_rest(std::string_view bytes) {
  static const SlotWrapping wrapping{MasterKey(secret(1))};
  const auto listed = listed_parts(bytes);
  check(listed.empty() || *listed.rbegin() < kKeyParts, "a part that is listed is one of a tree");
  const auto opened = open_key_rest(kSlot, bytes, wrapping);
  if (!opened) return;
  check(opened->reserved == 4096 && bytes_of_tree(opened->tree) == kTree,
        "the own file of a slot that opens has the state that was sealed");
  check(listed.empty() || listed == std::set{kPart},
        "the own file of a slot that opens lists the parts that were sealed");
}

void open_part(std::string_view bytes) {
  static const SlotWrapping wrapping{MasterKey(secret(1))};
  const auto opened = open_key_part(kSlot, kPart, bytes, wrapping);
  if (!opened) return;
  check(bytes_of_tree(opened->tree) == kPartTree, "a part that opens has the seeds of the part");
}

void unwrap(std::string_view bytes) {
  const WrappedKey wrapped{std::string(bytes)};
  const auto leaves = leaves_of(wrapped);
  const auto key = unwrap_key(secret(2), session(), wrapped);
  if (!key) return;
  check(leaves.has_value() && bytes.size() >= kWrappedKeyBytes,
        "a wrapped key that opens names its leaves");
  constexpr std::size_t kSealedBytes = kGcmNonceBytes + 32 + 16;
  GivenNonce nonce(bytes.substr(bytes.size() - kSealedBytes, kGcmNonceBytes));
  check(wrap_key(secret(2), *leaves, session(), *key, nonce) == wrapped,
        "an unwrapped key is wrapped to the same bytes");
}

void open_sealed(std::string_view text) {
  const SessionKey key(secret(3));
  const auto plain = open_text(key, session(), kContext, text);
  if (!plain) return;
  const std::string bytes = *from_base64url(text);
  if (bytes.front() == 1) return;  // the earlier form, which is opened and not made
  GivenNonce nonce(bytes.substr(1, kGcmNonceBytes));
  check(seal_text(key, session(), kContext, *plain, nonce) == text,
        "an opened text is sealed to the same text");
}

// The bytes as a sealed text, and as marks.
void open_sealed_marks(std::string_view bytes) {
  const SessionKey key(secret(3));
  const RequestId request("a request");
  (void)open_marks(key, session(), request, bytes);
  std::vector<FrameMark> marks;
  while (bytes.size() >= sizeof(FrameMark::Value)) {
    FrameMark::Value mark{};
    std::ranges::copy(bytes_of(bytes.substr(0, mark.size())), mark.begin());
    marks.emplace_back(mark);
    bytes.remove_prefix(mark.size());
  }
  GivenNonce nonce(std::string(kGcmNonceBytes, 'n'));
  const std::string sealed = seal_marks(key, session(), request, marks, nonce);
  check(open_marks(key, session(), request, sealed) == marks, "marks that are sealed open");
}

void open_frame(std::string_view bytes) {
  const bool last = take_number<std::uint8_t>(bytes) % 2 == 1;
  const auto index = take_number<std::uint8_t>(bytes);
  if (bytes.size() < kGcmTagBytes) return;
  const FileId file(Uuid{4, 5, 6});
  FrameCipher cipher(session(), file, file_key(SessionKey(secret(3)), file));
  std::string frame(bytes);
  const MutableBytes in_place(reinterpret_cast<std::uint8_t*>(frame.data()), frame.size());
  const auto plain = in_place.first(frame.size() - kGcmTagBytes);
  const bool opened = cipher.open(index, last, in_place, plain);
  if (!opened) {
    check(std::ranges::all_of(plain, [](std::uint8_t byte) { return byte == 0; }),
          "the output for a frame that does not open is all zeros");
    return;
  }
  cipher.seal(index, last, in_place);
  check(frame == bytes, "an opened frame is sealed to the same bytes");
}

void run(std::string_view input) {
  (void)parse_key_slot_id(input);
  (void)parse_key_part_id(input);
  switch (take_number<std::uint8_t>(input) % 7) {
    case 0:
      return open_slot(input);
    case 1:
      return unwrap(input);
    case 2:
      return open_sealed(input);
    case 3:
      return open_frame(input);
    case 4:
      return open_sealed_marks(input);
    case 5:
      return open_part(input);
    case 6:
      return open_rest(input);
  }
}

const Target kTarget("sealed", run);

}  // namespace countersign::fuzz::sealed_target
