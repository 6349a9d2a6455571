#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

#include "core/random_source.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "events/tlog/note/signed_note.h"
#include "events/tree_tiles.h"
#include "http/client/http_client.h"
#include "http/witness/witness_address.h"

namespace countersign::http {

// The witness has cosigned, and the cosignature is valid.
struct Cosigned {
  std::string text;  // the checkpoint
  tlog::NoteSignature signature;
  std::uint64_t at_s = 0;  // Unix time
};
// The witness has cosigned a tree of this log that is not the beginning of our tree: our log was
// restored to an older state, or there are two of it.
struct WitnessConflict {
  std::uint64_t witness_size = 0;
  std::uint64_t our_size = 0;
  std::string why;  // a sentence without its full stop
};
struct PushFailed {
  std::string why;
};
using PushOutcome = std::variant<Cosigned, WitnessConflict, PushFailed>;

// Asks one witness for cosignatures (C2SP tlog-witness `add-checkpoint`). Remembers the size that
// the witness has reached, so that one request is enough, except for the first push. A cosignature
// is accepted only after verification with the witness's key. The size in a 409, and a 422, are not
// signed and are believed as they are.
//
// Used on one thread, except cancel(). `tiles` outlives it.
class WitnessPush {
 public:
  static constexpr std::chrono::seconds kTimeout{10};  // of each request

  WitnessPush(const TreeTiles& tiles, WitnessAddress address);

  // Blocks for at most two requests. REQUIRES: the checkpoint is of the log of `tiles`, and no
  // larger one was pushed before.
  PushOutcome push(const SignedCheckpoint& checkpoint);
  // Any thread; see HttpClient.
  void cancel() { client_.cancel(); }

 private:
  struct OtherSize {
    std::uint64_t size = 0;
  };
  using Answer = std::variant<Cosigned, WitnessConflict, PushFailed, OtherSize>;

  Answer ask(const SignedCheckpoint& checkpoint, std::uint64_t old_size);
  Answer read_cosignature(const std::string& text, const std::string& lines) const;

  const TreeTiles& tiles_;
  const WitnessAddress address_;
  HttpClient client_;
  std::uint64_t known_size_ = 0;  // of the tree that the witness cosigned last, as far as is known
};

// Returns the time to wait after `failures` failures in a row: from one second to a minute, minus
// up to a half at random, so that the logs of a witness do not all come at once when it is back.
// REQUIRES: failures > 0.
std::chrono::milliseconds push_delay(std::uint64_t failures, RandomSource& random);

}  // namespace countersign::http
