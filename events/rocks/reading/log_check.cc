#include "events/rocks/reading/log_check.h"

#include <fmt/format.h>
#include <rocksdb/db.h>

#include <algorithm>
#include <memory>

#include "core/text/counted.h"
#include "events/record/codec.h"
#include "events/record/log_record.h"

namespace countersign {
namespace {

constexpr std::string_view kLostTail =
    "the newest write-ahead log is cut short or missing; restore that file or a backup";

class LogCheck {
 public:
  LogCheck(const RocksDatabase& database,
           const std::filesystem::path& folder,
           const std::optional<Anchor>& anchor)
      : database_(database), folder_(folder), anchor_(anchor) {}

  Result<LogHead, std::string> run() {
    if (check_format() && read_head() && check_anchor() && check_last() && check_count()) {
      return head_;
    }
    return fmt::format("the log in {} is refused: {}", folder_.string(), why_);
  }

 private:
  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }

  bool read(std::string_view key, std::string& value) {
    auto found = database_.get(Family::Records, key);
    if (!found) {
      return refuse(fmt::format(
          "the record \"{}\" cannot be read: {}; restore a backup", key, describe(found.error())));
    }
    if (!*found) return refuse(fmt::format("the record \"{}\" is missing: {}", key, kLostTail));
    value = **std::move(found);
    return true;
  }

  bool check_format() {
    std::string format;
    if (!read(log_record::kFormatKey, format)) return false;
    if (format == log_record::kFormat) return true;
    return refuse("its format is unknown to this program; start the version that wrote it");
  }

  bool read_head() {
    std::string value;
    if (!read(log_record::kHeadKey, value)) return false;
    const auto head = log_record::parse_head(value);
    if (!head) return refuse("the head record is damaged; restore a backup");
    head_ = *head;
    return true;
  }

  bool check_anchor() {
    if (!anchor_) {
      if (head_.sequence == Sequence(0)) return true;
      return refuse(
          fmt::format("the log holds {}, and the file ANCHOR is missing; put the file back, or "
                      "restore a backup",
                      counted(head_.sequence.value(), "event")));
    }
    if (anchor_->sequence > head_.sequence) {
      return refuse(
          fmt::format("the log ends at event {}, and ANCHOR says that it has held event {}: {}",
                      head_.sequence.value(),
                      anchor_->sequence.value(),
                      kLostTail));
    }
    return check_event(anchor_->sequence, anchor_->leaf, "ANCHOR");
  }

  bool check_last() {
    const auto events = database_.scan(Family::Events);
    events->SeekToLast();
    if (!events->status().ok()) return unreadable(*events);
    const Sequence last(events->Valid() ? log_record::u64_of(events->key().ToStringView()) : 0);
    if (last != head_.sequence) {
      return refuse(
          fmt::format("the last event is {}, and the head record says {}; restore a backup",
                      last.value(),
                      head_.sequence.value()));
    }
    return check_event(head_.sequence, head_.leaf, "the head record");
  }

  bool check_event(Sequence sequence, const Sha256& leaf, std::string_view witness) {
    if (sequence == Sequence(0)) return true;
    const auto bytes = database_.get(Family::Events, log_record::sequence_key(sequence));
    if (!bytes) {
      return refuse(fmt::format("event {} cannot be read: {}; restore a backup",
                                sequence.value(),
                                describe(bytes.error())));
    }
    if (!*bytes)
      return refuse(fmt::format("event {} is missing; restore a backup", sequence.value()));
    if (leaf_hash(**bytes) == leaf) return true;
    return refuse(fmt::format(
        "event {} is not the one that {} names; restore a backup", sequence.value(), witness));
  }

  // Every number must appear: the end of a scan alone proves nothing, since a failed read can look
  // like one.
  bool check_count() {
    const std::uint64_t last = head_.sequence.value();
    const std::uint64_t recovered = database_.entries_in_memory(Family::Events);
    std::uint64_t next = last > recovered ? std::max<std::uint64_t>(last - recovered, 1) : 1;
    if (anchor_) next = std::min(next, std::max<std::uint64_t>(anchor_->sequence.value(), 1));
    const auto events = database_.scan(Family::Events);
    for (events->Seek(log_record::sequence_key(Sequence(next)));
         events->Valid() && log_record::u64_of(events->key().ToStringView()) == next;
         events->Next()) {
      ++next;
    }
    if (!events->status().ok()) return unreadable(*events);
    if (next == last + 1) return true;
    return refuse(fmt::format("event {} is missing; restore a backup", next));
  }

  bool unreadable(const rocksdb::Iterator& events) {
    return refuse(
        fmt::format("the events cannot be read: {}; restore a backup", events.status().ToString()));
  }

  const RocksDatabase& database_;
  const std::filesystem::path& folder_;
  const std::optional<Anchor>& anchor_;
  LogHead head_{};
  std::string why_;
};

}  // namespace

Result<LogHead, std::string> check_log(const RocksDatabase& database,
                                       const std::filesystem::path& folder,
                                       const std::optional<Anchor>& anchor) {
  return LogCheck(database, folder, anchor).run();
}

}  // namespace countersign
