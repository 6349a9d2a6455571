// The state of an audit, from a folder where somebody else has written. The key is known here, so
// that what lies inside the seals is reached. The first byte chooses the part.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/binary_record.h"
#include "core/check.h"
#include "events/audit/history_audit.h"
#include "events/audit/sessions/session_audit.h"
#include "events/audit/state/manifest.h"
#include "events/audit/state/session_run.h"
#include "events/audit/streams/session_hash.h"
#include "events/crypto/os_random.h"
#include "tests/events/support/temp_folder.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::audit_state_target {

MasterKey known_key() { return MasterKey(SecretBytes<32>(Digest{5})); }
const StateRules kRules{"1.0.0", 1, 2};

void read_session(std::string_view bytes) {
  SessionAudit audit;
  if (audit.take_state(bytes)) check(audit.state() == bytes, "the state of a session has one form");
}

void read_pass(std::string_view bytes) {
  HistoryAudit audit;
  StateReader in(bytes);
  if (!audit.take_state(in) || !in.at_end()) return;
  std::string again;
  audit.append_state(again);
  check(again == bytes, "the state of a pass has one form");
}

// The manifest that somebody with the key makes of these bytes.
std::string sealed_manifest(std::string_view plain) {
  const std::string form = "countersign audit state 1\n";
  const Digest salt{8};
  const auto key = known_key().derive("audit state manifest " + to_hex(salt));
  std::string sealed(plain.size() + kGcmTagBytes, '\0');
  const std::array<std::uint8_t, kGcmNonceBytes> nonce{};
  AesGcm(key.reveal())
      .seal(nonce,
            countersign::bytes_of(form),
            countersign::bytes_of(plain),
            {reinterpret_cast<std::uint8_t*>(sealed.data()), sealed.size()});
  return form + std::string(text_of(salt)) + sealed;
}

void read_manifest(std::string_view plain) {
  const auto manifest = open_manifest(sealed_manifest(plain), kRules, known_key());
  if (!manifest) {
    check(!manifest.error().is_foreign, "what was sealed under the key is not foreign");
    return check(!manifest.error().why.empty(), "the refusal of a manifest has a reason");
  }
  std::string again;
  append_binary<CompactForm>(again, kRules);
  append_binary<CompactForm>(again, *manifest);
  check(again == plain, "a manifest has one form");
}

void read_foreign(std::string_view bytes) {
  const auto manifest = open_manifest(bytes, kRules, known_key());
  check(!manifest, "nobody makes a manifest without the key");
}

// Blocks of a run, each with its length in two bytes; the last one is the top.
void read_run(std::string_view input) {
  static const TempFolder temp;
  static const HeldFolder folder = *HeldFolder::make(temp.path() / "state");
  const std::string name = "run-00000000000000000000000000000000";
  const auto key = key_of_file(known_key(), name);
  SessionRun run{name, 0, 1, take_number<std::uint8_t>(input) % 4U, {}};
  auto file = SealedWriter::create(folder, name, key);
  check(file.has_value(), "a fuzzer can make a file");
  while (!input.empty()) {
    const auto length = take_number<std::uint16_t>(input);
    const std::string_view block = input.substr(0, length);
    input.remove_prefix(block.size());
    run.top = *file->put(block);
  }
  check(!file->finish(), "a fuzzer can write a file");
  run.bytes = file->bytes();
  const auto reader = [&] {
    return RunReader(*SealedReader::open(folder, name, run.bytes, key), run);
  };
  RunReader walk = reader();
  RunReader search = reader();
  std::optional<SessionId> before;
  for (;;) {
    const auto record = walk.next();
    if (!record || !*record) break;
    const SessionId session = (*record)->session;
    check(!before || session_key(*before) < session_key(session), "a run has an order");
    before = session;
    (void)search.find(session);
  }
  (void)search.find(SessionId());
}

void run(std::string_view input) {
  switch (take_number<std::uint8_t>(input) % 5) {
    case 0:
      return read_session(input);
    case 1:
      return read_pass(input);
    case 2:
      return read_manifest(input);
    case 3:
      return read_foreign(input);
    case 4:
      return read_run(input);
  }
}

constexpr TargetLimits kLimits{.allocation_mb = 4};
const Target kTarget("audit_state", run, kLimits);

}  // namespace countersign::fuzz::audit_state_target
