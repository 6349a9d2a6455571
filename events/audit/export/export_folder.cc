#include "events/audit/export/export_folder.h"

#include <fmt/format.h>

#include <utility>

#include "core/check.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign::export_folder {
namespace {

Result<std::string, tlog::ReadError> said(Result<std::string, FolderFault> read) {
  if (read) return *std::move(read);
  if (read.error().not_there) return tlog::ReadError{"the file does not exist"};
  return tlog::ReadError{read.error().why};
}

}  // namespace

std::string path_of_older(std::uint64_t size) {
  return fmt::format("{}/{:020}", kCheckpoints, size);
}

bool is_of_tree(std::string_view path, std::uint64_t size) {
  const std::optional<tlog::Tile> tile = tlog::parse_tile_path(path);
  return tile && tile->width == tlog::width_in_tree(tile->level, tile->index, size);
}

std::string to_text(std::span<const tlog::VerifierKey> keys) {
  std::string text;
  for (const tlog::VerifierKey& key : keys) text += key.to_text() + '\n';
  return text;
}

Result<std::vector<tlog::VerifierKey>, std::string> parse_keys(std::string_view text) {
  std::vector<tlog::VerifierKey> keys;
  tlog::LineReader lines(text);
  while (const auto line = lines.line()) {
    auto key = tlog::VerifierKey::parse(*line);
    if (!key) return fmt::format("line {} is not a verifier key: {}", keys.size() + 1, key.error());
    keys.push_back(*std::move(key));
  }
  if (!lines.rest().empty()) return std::string("the last line does not end with a line feed");
  if (keys.empty()) return std::string("the file has no verifier key");
  return keys;
}

Signers signers_of(std::span<const tlog::VerifierKey> keys) {
  check(!keys.empty(), "an exported log has at least one verifier key");
  Signers signers;
  signers.log.origin = keys.front().name();
  for (const tlog::VerifierKey& key : keys) {
    if (key.type() == tlog::KeyType::Witness) {
      signers.witnesses.push_back(key);
    } else if (key.name() == signers.log.origin) {
      signers.log.keys.push_back(key);
    }
  }
  return signers;
}

Result<std::string, tlog::ReadError> read_file(const HeldFolder& folder,
                                               std::string_view name,
                                               std::size_t bytes_max) {
  return said(folder.read(name, bytes_max));
}

Result<std::string, tlog::ReadError> read_file(const std::filesystem::path& path,
                                               std::size_t bytes_max) {
  return said(read_named_file(path, bytes_max));
}

tlog::FetchTile tiles_of(const HeldFolder& folder) {
  return [&folder](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
    const std::string path = path_of(tile);
    auto bytes = read_file(folder, path, tlog::kTileWidth * tlog::kHashBytes);
    if (!bytes) return tlog::ReadError{fmt::format("{}: {}", path, bytes.error().why)};
    return *std::move(bytes);
  };
}

}  // namespace countersign::export_folder
