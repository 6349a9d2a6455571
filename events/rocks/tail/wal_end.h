#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace countersign {

// What the end of a write-ahead log of RocksDB tells of the last write to it.
//
// The format (the RocksDB wiki, "Write Ahead Log File Format"; numbers are little-endian):
//   file      block*                          of 32 KiB; the last one may be shorter
//   block     fragment* trailer               trailer: less than 7 zeros
//   fragment  checksum u32, length u16, type u8, payload
//   batch     Full | First Middle* Last       what one write made durable
// The checksum is the CRC-32C of type and payload, rotated right by 15 bits, plus 0xa282ead8.
// A fragment ends in its block, and First and Middle end where their block does.
//
// One write is on its way at a time, and is synced before the next one begins. So after a crash
// each batch but the last one is whole, and of the last one any sectors may be missing: the file
// ends before them, or they read as zeros. Nothing else comes of a crash. What a crash cannot have
// left is damage to something that was acknowledged:
//   - a batch begins behind it: so it had been synced
//   - its checksum fits another length or type: the write was whole, its head is damaged
//   - all of it is there, no sector is zeros, and its checksum is wrong
struct WalEnd {
  enum class Kind : std::uint8_t {
    Whole,    // the file ends with its last batch
    Torn,     // behind whole_bytes there is what a crash has left of a write
    Damaged,  // behind whole_bytes there is something that was whole once
  };
  Kind kind = Kind::Whole;
  std::uint64_t whole_bytes = 0;  // from the beginning to the end of the last whole batch
  std::string_view why;           // of Damaged: a clause; it has no end
};

// How a file in this format is written.
struct WalHabits {
  std::size_t batch_bytes_min;  // of payload
  // Whether one sync makes several batches durable, so that a crash may lose any of them.
  bool syncs_several;
};
// Its batches begin with a sequence and a count.
inline constexpr WalHabits kWriteAheadLog{12, false};
// The list of tables has the same format. Its batches are version edits, of which some are tiny.
inline constexpr WalHabits kManifest{1, true};

// Pure; takes time in proportion to the bytes, but for what is behind the last whole batch.
WalEnd read_wal_end(std::string_view wal, const WalHabits& habits = kWriteAheadLog);

}  // namespace countersign
