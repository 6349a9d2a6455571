#include "tools/signing_key_file.h"

#include <array>
#include <utility>

#include "core/ids.h"
#include "events/crypto/key_file.h"
#include "projections/data_folder.h"
#include "tools/settings.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWhat = "signing key file";
constexpr std::size_t kTextMax = 1024;

std::string name_of_its_own(RandomSource& random) {
  Uuid drawn{};
  random.fill(drawn);
  return "countersign.local/" + to_string(SessionId(uuid_from_random(drawn)));
}

std::optional<std::string> other_origin(const tlog::SignerKey& key,
                                        const fs::path& file,
                                        const std::optional<std::string>& origin) {
  if (!origin || key.verifier().name() == *origin) return std::nullopt;
  return "the key in " + file.string() + " is that of the log '" + key.verifier().name() +
         "', and --log-origin says '" + *origin + "'";
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
    const auto text = read_key_file(file, kWhat, kTextMax);
    if (!text) return text.error();
    auto key = tlog::SignerKey::parse(*text);
    if (!key) return "the signing key file " + file.string() + " holds no key: " + key.error();
    if (auto refusal = other_origin(*key, file, origin)) return *std::move(refusal);
    return OpenedSigningKey{std::move(key).value(), file, false};
  }
  if (fs::exists(checkpoints_of(data) / "latest", failed)) {
    return "there is no signing key at " + file.string() + ", and the log in " + data.string() +
           " was signed with one; name its file with --signing-key-file";
  }
  auto key = tlog::SignerKey::generate(
      tlog::KeyType::Log, origin ? *origin : name_of_its_own(random), random);
  if (auto refusal = create_key_file(file, kWhat, key.to_text())) return *std::move(refusal);
  return OpenedSigningKey{std::move(key), file, true};
}

}  // namespace countersign
