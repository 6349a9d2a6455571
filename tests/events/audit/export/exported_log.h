#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "events/audit/export/export_folder.h"
#include "events/audit/export/write_export.h"
#include "events/record/codec.h"
#include "events/tlog/note/proof_file.h"
#include "events/tlog/tree/entry_bundle.h"
#include "tests/events/support/sample_log.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/events/tlog/tree/trees.h"

namespace countersign {

// The content of a folder: bytes by path.
using FolderImage = std::map<std::string, std::string>;

inline void write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

inline FolderImage image_of(const std::filesystem::path& folder) {
  FolderImage image;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    image[entry.path().lexically_relative(folder)] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  return image;
}

// Changes the content of a folder from `from` to `to`.
inline void change_folder(const std::filesystem::path& folder,
                          const FolderImage& from,
                          const FolderImage& to) {
  for (const auto& [path, bytes] : from) {
    if (!to.contains(path)) std::filesystem::remove(folder / path);
  }
  for (const auto& [path, bytes] : to) {
    const auto before = from.find(path);
    if (before == from.end() || before->second != bytes) write_file(folder / path, bytes);
  }
}

// The stored events of a log, and what can be signed about them.
class ExportableLog {
 public:
  explicit ExportableLog(std::vector<std::string> events) : events_(std::move(events)) {
    for (const std::string& event : events_) leaves_.push_back(tlog::leaf_hash(event));
  }
  ExportableLog(std::uint64_t size, std::uint64_t seed) : ExportableLog(sample(size, seed)) {}

  std::uint64_t size() const { return events_.size(); }
  const std::vector<std::string>& events() const { return events_; }
  const std::vector<Digest>& leaves() const { return leaves_; }

  tlog::Checkpoint checkpoint(std::uint64_t size) const {
    tlog::Frontier tree;
    for (std::uint64_t i = 0; i < size; ++i) tree.append(leaves_[i]);
    return {tlog::log_key().verifier().name(), size, tree.root(), {}};
  }
  std::string note(std::uint64_t size) const { return sign(checkpoint(size), tlog::log_key()); }
  static std::string sign(const tlog::Checkpoint& checkpoint, const tlog::SignerKey& key) {
    const std::string text = to_text(checkpoint);
    return to_text(tlog::SignedNote{text, {sign_note(key, text)}});
  }
  std::string receipt(std::uint64_t index, std::uint64_t size) const {
    tlog::StoredTree tree(leaves_);
    return to_text(tlog::ProofFile{index, *prove_inclusion(tree, index, size), note(size), {}});
  }

  static std::vector<tlog::VerifierKey> keys() { return {tlog::log_key().verifier()}; }

  ExportSource source(std::uint64_t size) const {
    return {
        [this](Sequence first, const EventStore::BytesSink& sink) -> Result<Sequence, StoreError> {
          for (std::uint64_t n = first.value(); n <= events_.size(); ++n) {
            if (!sink(Sequence(n), events_[n - 1])) return Sequence(n);
          }
          return Sequence(events_.size());
        },
        note(size),
        keys(),
        {}};
  }

  // The folder that an export of the whole log makes, without older checkpoints.
  FolderImage image() const {
    FolderImage image = tlog::StoredTiles(leaves_).tiles;
    for (std::uint64_t begin = 0; begin < size(); begin += tlog::kTileWidth) {
      tlog::Tile tile{tlog::Tile::kEntries, begin / tlog::kTileWidth, 0};
      tile.width = tlog::width_in_tree(tile.level, tile.index, size());
      std::string& bundle = image[path_of(tile)];
      for (std::uint32_t i = 0; i < tile.width; ++i) tlog::append_entry(bundle, events_[begin + i]);
    }
    std::string& lines = image[std::string(export_folder::kEvents)];
    for (const std::string& event : events_) lines += event + '\n';
    image[std::string(export_folder::kCheckpoint)] = note(size());
    image[std::string(export_folder::kVerifierKeys)] = export_folder::to_text(keys());
    return image;
  }

 private:
  // Never ends between the two events of one append, because no log does.
  static std::vector<std::string> sample(std::uint64_t size, std::uint64_t seed) {
    for (;; seed += 1000) {
      SampleLog log(seed);
      std::vector<std::string> events;
      while (events.size() < size) events.push_back(log.next().bytes);
      if (size == 0 || events.back().find("\"NonceConsumed\"") == std::string::npos) return events;
    }
  }

  std::vector<std::string> events_;
  std::vector<Digest> leaves_;
};

}  // namespace countersign
