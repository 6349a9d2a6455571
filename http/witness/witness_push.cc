#include "http/witness/witness_push.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/bytes.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/note/witness_request.h"
#include "events/tlog/tree/line_reader.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign::http {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kDelayMin{1'000};
constexpr milliseconds kDelayMax{60'000};
constexpr std::string_view kSizeType = "text/x.tlog.size";

// Reads the body of a 409: a size and a newline.
std::optional<std::uint64_t> size_in(const ClientAnswer& answer) {
  if (!answer.content_type.starts_with(kSizeType)) return std::nullopt;
  tlog::LineReader reader(answer.body);
  const auto line = reader.line();
  if (!line || !reader.rest().empty()) return std::nullopt;
  return tlog::parse_decimal(*line);
}

std::string what_witness_said(int status) {
  switch (status) {
    case 400:
      return "it answered 400: it did not understand the request";
    case 403:
      return "it answered 403: it knows the log by another key";
    case 404:
      return "it answered 404: it does not follow this log, or is not at this URL";
    default:
      return fmt::format("it answered {}", status);
  }
}

}  // namespace

WitnessPush::WitnessPush(const TreeTiles& tiles, WitnessAddress address)
    : tiles_(tiles), address_(std::move(address)) {}

PushOutcome WitnessPush::push(const SignedCheckpoint& checkpoint) {
  Answer answer = PushFailed{};
  for (int tries = 0; tries < 2; ++tries) {
    answer = ask(checkpoint, known_size_ > checkpoint.size ? 0 : known_size_);
    const auto* other = std::get_if<OtherSize>(&answer);
    if (other == nullptr) break;
    known_size_ = other->size;
    if (known_size_ > checkpoint.size) {
      return WitnessConflict{known_size_,
                             checkpoint.size,
                             "it has cosigned more events of this log than the log has here"};
    }
  }
  if (auto* good = std::get_if<Cosigned>(&answer)) {
    known_size_ = checkpoint.size;
    return std::move(*good);
  }
  if (auto* conflict = std::get_if<WitnessConflict>(&answer)) return std::move(*conflict);
  if (auto* failed = std::get_if<PushFailed>(&answer)) return std::move(*failed);
  return PushFailed{"it named another size twice"};
}

WitnessPush::Answer WitnessPush::ask(const SignedCheckpoint& checkpoint, std::uint64_t old_size) {
  const auto note = tlog::parse_note(checkpoint.note);
  const auto tree_head = note ? tlog::parse_checkpoint(note->text) : std::nullopt;
  check(tree_head.has_value(),
        "a checkpoint that is pushed to a witness parses as a signed checkpoint");
  auto tree = tlog::TileTree::open(tree_head->size, tree_head->root, tiles_of(tiles_));
  if (!tree) return PushFailed{"the tree cannot be read: " + tree.error().why};
  auto proof = prove_consistency(*tree, old_size, tree_head->size);
  if (!proof) return PushFailed{"the tree cannot be read: " + proof.error().why};

  ClientRequest request;
  request.method = "POST";
  request.url = address_.url + "/add-checkpoint";
  request.headers = {"Content-Type: text/plain; charset=utf-8"};
  request.body = to_text(tlog::WitnessRequest{old_size, std::move(proof).value(), checkpoint.note});
  request.timeout = kTimeout;
  const auto answer = client_.ask(request);
  if (!answer) return PushFailed{answer.error().why};
  if (answer->status == 200) return read_cosignature(note->text, answer->body);
  if (answer->status == 409) {
    const auto size = size_in(*answer);
    if (!size || *size == old_size) return PushFailed{"it answered 409 without another size"};
    return OtherSize{*size};
  }
  if (answer->status == 422 && old_size > 0) {
    return WitnessConflict{old_size,
                           checkpoint.size,
                           "the tree that it has cosigned is not the beginning of this log's tree"};
  }
  return PushFailed{what_witness_said(answer->status)};
}

WitnessPush::Answer WitnessPush::read_cosignature(const std::string& text,
                                                  const std::string& lines) const {
  auto signatures = tlog::parse_signatures(lines);
  if (!signatures) return PushFailed{"its answer has no cosignature"};
  for (tlog::NoteSignature& signature : *signatures) {
    if (signature.name != address_.key.name() || signature.id != address_.key.id()) continue;
    const auto at_s = verify_cosignature(address_.key, text, signature.bytes);
    if (!at_s || *at_s == 0) return PushFailed{"its cosignature is wrong"};
    return Cosigned{text, std::move(signature), *at_s};
  }
  return PushFailed{"its answer has no cosignature of its key"};
}

milliseconds push_delay(std::uint64_t failures, RandomSource& random) {
  check(failures > 0, "a push is delayed after at least one failure");
  const milliseconds full = std::min(kDelayMax, kDelayMin * (1 << std::min(failures - 1, 6ul)));
  std::array<std::uint8_t, sizeof(std::uint32_t)> bytes{};
  random.fill(bytes);
  const auto drawn = big_endian<std::uint32_t>(text_of(bytes));
  return full - milliseconds(drawn % static_cast<std::uint32_t>(full.count() / 2));
}

}  // namespace countersign::http
