#include "events/audit/state/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/binary_record.h"

namespace countersign {
namespace {

constexpr std::string_view kForm = "countersign audit state 1\n";
constexpr std::string_view kKinds[] = {"run-", "pass-"};
constexpr std::size_t kIdDigits = 32;
constexpr std::size_t kSaltBytes = 32;
// The key of a manifest seals one text.
constexpr std::array<std::uint8_t, kGcmNonceBytes> kNonce{};

SecretBytes<kGcmKeyBytes> key_of_manifest(const MasterKey& key, std::string_view salt) {
  Digest digest{};
  std::ranges::copy(bytes_of(salt), digest.begin());
  return key.derive("audit state manifest " + to_hex(digest));
}

MutableBytes bytes_in_manifest(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

bool is_sound(const StateManifest& manifest) {
  const auto is_named = [](const auto& file) { return is_state_name(file.name); };
  return is_named(manifest.pass) && std::ranges::all_of(manifest.runs, is_named) &&
         manifest.runs.size() <= kRunsMax &&
         std::ranges::all_of(manifest.runs, [](const SessionRun& run) {
           return run.levels <= kRunLevelsMax && run.sessions > 0;
         });
}

}  // namespace

std::string drawn_state_name(std::string_view kind, RandomSource& random) {
  Digest drawn{};
  random.fill(drawn);
  return std::string(kind) + to_hex(drawn).substr(0, kIdDigits);
}

bool is_state_name(std::string_view name) {
  return std::ranges::any_of(kKinds, [&](std::string_view kind) {
    if (!name.starts_with(kind) || name.size() != kind.size() + kIdDigits) return false;
    return name.find_first_not_of("0123456789abcdef", kind.size()) == name.npos;
  });
}

SecretBytes<kGcmKeyBytes> key_of_file(const MasterKey& key, std::string_view name) {
  return key.derive("audit state file " + std::string(name));
}

std::string seal_manifest(const StateRules& rules,
                          const StateManifest& manifest,
                          const MasterKey& key,
                          RandomSource& random) {
  std::string plain;
  append_binary<CompactForm>(plain, rules);
  append_binary<CompactForm>(plain, manifest);
  std::string salt(kSaltBytes, '\0');
  random.fill(bytes_in_manifest(salt));
  std::string sealed(plain.size() + kGcmTagBytes, '\0');
  AesGcm(key_of_manifest(key, salt).reveal())
      .seal(kNonce, bytes_of(kForm), bytes_of(plain), bytes_in_manifest(sealed));
  return std::string(kForm) + salt + sealed;
}

Result<StateManifest, ManifestFault> open_manifest(std::string_view bytes,
                                                   const StateRules& rules,
                                                   const MasterKey& key) {
  const ManifestFault foreign{true,
                              "does not open with this key: it is of another key, or changed"};
  if (!bytes.starts_with("countersign audit state ")) return foreign;
  if (!bytes.starts_with(kForm)) return ManifestFault{false, "has the form of another version"};
  bytes.remove_prefix(kForm.size());
  if (bytes.size() < kSaltBytes + kGcmTagBytes) return foreign;
  const SecretBytes<kGcmKeyBytes> of_manifest = key_of_manifest(key, bytes.substr(0, kSaltBytes));
  bytes.remove_prefix(kSaltBytes);
  std::string plain(bytes.size() - kGcmTagBytes, '\0');
  if (!AesGcm(of_manifest.reveal())
           .open(kNonce, bytes_of(kForm), bytes_of(bytes), bytes_in_manifest(plain))) {
    return foreign;
  }
  BinaryReader<CompactForm> in(plain);
  const auto made_by = in.take<StateRules>();
  if (in.good() && made_by.program != rules.program) {
    return ManifestFault{false,
                         fmt::format("was made by version {} of this program", made_by.program)};
  }
  if (in.good() && made_by != rules) return ManifestFault{false, "was made by other rules"};
  auto manifest = in.take<StateManifest>();
  if (!in.at_end() || !is_sound(manifest)) {
    return ManifestFault{false, "is not in the form of this version"};
  }
  return manifest;
}

}  // namespace countersign
