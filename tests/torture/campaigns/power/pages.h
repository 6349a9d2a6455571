#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// What a power cut leaves of the changes to a file that no sync has covered.
enum class Left : std::uint8_t {
  Nothing,  // as of the last sync
  All,
  Torn,    // the first of them, up to a sector in the middle of one
  Pages,   // any of 4096 bytes: each as it was at any moment since the sync
  Sectors  // the same of 512 bytes
};
inline constexpr Left kLefts[] = {Left::Nothing, Left::All, Left::Torn, Left::Pages, Left::Sectors};
std::string_view name_of(Left left);

// The bytes of one file of a disk: those that a sync has made durable, and what has been done
// since. What is handed in must outlive it. A value.
class Pages {
 public:
  explicit Pages(std::string durable = {}) : durable_(std::move(durable)) {}

  void write(std::uint64_t offset, std::string_view bytes);
  // As far as the file goes.
  void zero(std::uint64_t offset, std::uint64_t size);
  void resize(std::uint64_t size);

  // How many changes there have ever been.
  std::uint64_t changes() const { return synced_ + pending_.size(); }
  // A sync has returned that was begun when there were so many.
  void sync(std::uint64_t changes_before);

  std::uint64_t size() const { return size_after(pending_.size()); }
  // Of how many pages a cut could take something.
  std::size_t unsynced_pages() const;
  std::string latest() const;
  std::string survivor(Left left, Draw& draw) const;

 private:
  struct Change {
    bool resizes;
    std::uint64_t offset;    // of a resize: the size
    std::uint64_t size;      // of a write
    const char* bytes;       // null: zeros
    std::uint64_t size_was;  // of the file, before
  };
  using Granules = std::map<std::uint64_t, std::vector<std::size_t>>;

  static void apply(const Change& change, std::string& bytes);
  void add(const Change& change);
  std::uint64_t size_after(std::size_t changes) const;
  std::string after(std::size_t changes) const;
  std::string torn(Draw& draw) const;
  std::string holed(std::uint64_t granule, Draw& draw) const;
  Granules touched(std::uint64_t granule) const;
  std::size_t version(const std::vector<std::size_t>& changes,
                      std::size_t sized,
                      int kept_percent,
                      Draw& draw) const;
  void write_granule(const std::vector<std::size_t>& changes,
                     std::uint64_t begin,
                     std::uint64_t granule,
                     std::string& bytes) const;

  std::string durable_;
  std::uint64_t synced_ = 0;  // changes that durable_ has
  std::vector<Change> pending_;
};

}  // namespace countersign::torture
