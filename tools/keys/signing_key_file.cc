#include "tools/keys/signing_key_file.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "core/ids.h"
#include "core/machine/files/file_access.h"
#include "events/crypto/keys/key_file.h"
#include "projections/folder/data_folder.h"
#include "tools/options/settings.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTextMax = 1024;

std::string name_of_its_own(RandomSource& random) {
  Uuid drawn{};
  random.fill(drawn);
  return "countersign.local/" + to_string(SessionId(uuid_from_random(drawn)));
}

// The differences between the two kinds of key.
struct Kind {
  tlog::KeyType type;
  std::string_view file;   // name of the file in sentences for the operator
  std::string_view owner;  // whose name the key has
  std::string_view flag;   // the option that may give the name
};
constexpr Kind kLogKind{tlog::KeyType::Log, "signing key file", "log", "--log-origin"};
constexpr Kind kWitnessKind{tlog::KeyType::Witness, "witness key file", "witness", "--name"};

Result<tlog::SignerKey, std::string> read_key(const fs::path& file,
                                              const Kind& kind,
                                              const std::optional<std::string>& name) {
  const auto text = read_key_file(file, kind.file, kTextMax);
  if (!text) return text.error();
  auto key = tlog::SignerKey::parse(*text);
  if (!key) {
    return fmt::format("the {} {} is not a valid key: {}", kind.file, file.string(), key.error());
  }
  const std::string& its_name = key->verifier().name();
  if (key->verifier().type() != kind.type) {
    return fmt::format("the key in {} is not that of a {}", file.string(), kind.owner);
  }
  if (!name || its_name == *name) return std::move(key).value();
  return fmt::format("the key in {} is that of the {} '{}', and {} says '{}'",
                     file.string(),
                     kind.owner,
                     its_name,
                     kind.flag,
                     *name);
}

Result<OpenedSigningKey, std::string> make_key(const fs::path& file,
                                               const Kind& kind,
                                               const std::optional<std::string>& name,
                                               RandomSource& random) {
  auto key = tlog::SignerKey::generate(kind.type, name ? *name : name_of_its_own(random), random);
  if (auto refusal = create_key_file(file, kind.file, key.to_text())) return *std::move(refusal);
  return OpenedSigningKey{std::move(key), file, true};
}

}  // namespace

Result<OpenedSigningKey, std::string> open_signing_key(const fs::path& data,
                                                       const std::optional<fs::path>& path,
                                                       const std::optional<std::string>& origin,
                                                       RandomSource& random) {
  const fs::path file = path.value_or(default_signing_key_file(data));
  if (lies_inside(file, data)) {
    return "the signing key " + file.string() + " must not lie inside the data folder";
  }
  std::error_code failed;
  if (fs::exists(file, failed)) {
    auto key = read_key(file, kLogKind, origin);
    if (!key) return key.error();
    return OpenedSigningKey{std::move(key).value(), file, false};
  }
  if (fs::exists(checkpoints_of(data) / "latest", failed)) {
    return "there is no signing key at " + file.string() + ", and the log in " + data.string() +
           " was signed with one; name its file with --signing-key-file";
  }
  return make_key(file, kLogKind, origin, random);
}

Result<OpenedSigningKey, std::string> open_witness_key(const fs::path& file,
                                                       const fs::path& state,
                                                       const std::optional<std::string>& name,
                                                       RandomSource& random) {
  std::error_code failed;
  if (fs::exists(file, failed)) {
    auto key = read_key(file, kWitnessKind, name);
    if (!key) return key.error();
    return OpenedSigningKey{std::move(key).value(), file, false};
  }
  if (fs::exists(state, failed) && !fs::is_empty(state, failed)) {
    return "there is no key at " + file.string() + ", and the content of " + state.string() +
           " was cosigned with one";
  }
  return make_key(file, kWitnessKind, name, random);
}

}  // namespace countersign
