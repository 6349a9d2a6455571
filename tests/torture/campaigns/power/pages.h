#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// The part that a power cut leaves of those changes to a file that no sync has covered.
enum class Left : std::uint8_t {
  Nothing,  // the state of the last sync
  All,
  Torn,    // the first of them; the last one of these may end at a sector boundary
  Pages,   // each page of 4096 bytes as it was at any moment since the sync
  Sectors  // the same for sectors of 512 bytes
};
inline constexpr Left kLefts[] = {Left::Nothing, Left::All, Left::Torn, Left::Pages, Left::Sectors};
std::string_view name_of(Left left);

// The bytes of one file of a disk: those that a sync has made durable, and the changes since. Bytes
// that are passed in must outlive this object. A value.
class Pages {
 public:
  explicit Pages(std::string durable = {}) : durable_(std::move(durable)) {}

  void write(std::uint64_t offset, std::string_view bytes);
  // Only up to the end of the file.
  void zero(std::uint64_t offset, std::uint64_t size);
  void resize(std::uint64_t size);

  // The number of all changes so far, synced or not.
  std::uint64_t changes() const { return synced_ + pending_.size(); }
  // A sync has completed that began after `changes_before` changes.
  void sync(std::uint64_t changes_before);

  std::uint64_t size() const { return size_after(pending_.size()); }
  // The number of pages from which a cut could take something.
  std::size_t unsynced_pages() const;
  std::string latest() const;
  std::string survivor(Left left, Draw& draw) const;

 private:
  struct Change {
    bool resizes;
    std::uint64_t offset;    // of a resize: the new size
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
  std::uint64_t synced_ = 0;  // changes in durable_
  std::vector<Change> pending_;
};

}  // namespace countersign::torture
