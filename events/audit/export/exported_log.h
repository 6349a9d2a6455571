#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/files/held_folder.h"
#include "events/audit/export/line_file.h"
#include "events/audit/log_audit.h"

namespace countersign {

// The events of an export (export_folder.h): each line is compared with its entry in a bundle and
// its hash in a tile of level 0, and these files must have no further content. One tile and one
// bundle are in memory at a time. REQUIRES: `folder` outlives it.
class ExportedLog : public AuditedLog {
 public:
  explicit ExportedLog(const HeldFolder& folder) : folder_(folder) {}

  std::string_view events_file() const override;
  void begin_behind(const ReadBefore& before) override { before_ = before; }
  tlog::FetchTile tiles(std::uint64_t size) const override;
  std::optional<LogFault> read(std::uint64_t size, const Sink& sink) override;
  std::optional<LogFault> compare(std::string_view line, const Digest& leaf) override;
  std::optional<LogFault> compare_end() override;
  std::optional<LogFault> compare(const tlog::Tile& tile, std::string_view hashes) override;

 private:
  // A file of the tree whose parts are compared one after the other.
  struct Part {
    std::string path;
    std::string bytes;
    std::size_t at = 0;

    bool goes_on_with(std::string_view expected) const {
      return std::string_view(bytes).substr(at).starts_with(expected);
    }
  };

  // The tile and the bundle that begin with an event, by its place from 0.
  struct Parts {
    Part hashes;
    Part bundle;
  };

  std::optional<LogFault> open(Part& part,
                               const tlog::Tile& tile,
                               std::uint64_t first,
                               std::size_t bytes_max) const;
  std::optional<LogFault> open(Parts& parts, std::uint64_t first) const;
  // Opens the tile and the bundle of the first event that is read, behind the earlier ones in them.
  std::optional<LogFault> open_behind();
  std::optional<LogFault> read_line(LineFile& lines, std::string_view& line) const;
  std::optional<LogFault> check_published(std::string_view line, const Digest& leaf);

  const HeldFolder& folder_;
  ReadBefore before_;
  std::uint64_t size_ = 0;      // events that read() is to give
  std::uint64_t given_ = 0;     // events that it gave
  std::uint64_t compared_ = 0;  // of those
  std::uint64_t end_ = 0;       // of the open parts
  Parts parts_;
  std::string entry_;
};

}  // namespace countersign
