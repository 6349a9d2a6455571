#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/rig/campaign.h"

// The files of a data folder by kind, and single bits of them.
namespace countersign::torture {

enum class FileKind : std::uint8_t {
  WriteAheadLog,
  Table,
  Manifest,
  Current,
  Options,
  Identity,
  InfoLog,
  Anchor,
  MasterKeyId,
  KeySlot,
  Checkpoint,
  StoredFile,
};
inline constexpr std::array kFileKinds{
    FileKind::WriteAheadLog,
    FileKind::Table,
    FileKind::Manifest,
    FileKind::Current,
    FileKind::Options,
    FileKind::Identity,
    FileKind::InfoLog,
    FileKind::Anchor,
    FileKind::MasterKeyId,
    FileKind::KeySlot,
    FileKind::Checkpoint,
    FileKind::StoredFile,
};

std::string_view name_of(FileKind kind);
// Whether nothing that is served depends on the file, so that damage to it must go unnoticed.
bool is_harmless(FileKind kind);

// One bit of a file. Bit 0 is the lowest bit of the first byte.
struct Bit {
  std::filesystem::path file;  // relative to the data folder
  std::uint64_t number = 0;
};
std::string to_string(const Bit& bit);

// Draws a bit of any non-empty file of the kind; nullopt if there is none.
std::optional<Bit> draw_bit(const std::filesystem::path& data, FileKind kind, Draw& draw);
// Draws a bit of the 7-byte headers of the last `records` records in the newest file of the kind;
// nullopt if that file has no records. REQUIRES: the kind has RocksDB's log format
// (events/rocks/tail/wal_end.h): a write-ahead log or a manifest.
std::optional<Bit> draw_bit_of_last_heads(const std::filesystem::path& data,
                                          FileKind kind,
                                          std::size_t records,
                                          Draw& draw);

// Throws if the file cannot be changed.
void flip(const std::filesystem::path& data, const Bit& bit);

}  // namespace countersign::torture
