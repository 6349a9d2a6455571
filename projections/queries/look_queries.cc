// The question who saw pictures: looks and downloads, in one order.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "projections/queries/queries.h"
#include "projections/queries/view_reading.h"

namespace countersign {
namespace {

// The narrowest index of the view that has all that the filter selects.
template <class View>
std::string index_of(const SeenFilter& filter) {
  if (filter.file) return View::prefix_of(*filter.file);
  if (filter.session) return View::prefix_of(*filter.session);
  if (filter.client) return View::prefix_of(*filter.client);
  return View::prefix_of_all();
}

std::string index_of_looks(const SeenFilter& filter) {
  const bool is_of_few = filter.file || filter.session;
  if (filter.reviewer && !is_of_few) return LooksView::prefix_of_reviewer(*filter.reviewer);
  return index_of<LooksView>(filter);
}

bool is_selected(const SeenFilter& filter, const LookEntry& look) {
  return (!filter.session || look.session == *filter.session) &&
         (!filter.client || look.client == *filter.client) &&
         (!filter.reviewer || look.reviewer == *filter.reviewer);
}
bool is_selected(const SeenFilter& filter, const DownloadEntry& download) {
  return (!filter.session || download.session == *filter.session) &&
         (!filter.client || download.client == *filter.client);
}

// The last event before `since`; 0 if there is none. Times never decrease along the log.
Result<Sequence, StoreError> last_before(const EventStore& events, UtcTime since) {
  std::uint64_t before = 0;
  std::uint64_t from_then = events.head().sequence.value() + 1;
  while (from_then - before > 1) {
    const std::uint64_t middle = before + (from_then - before) / 2;
    const auto event = events.find(Sequence(middle));
    if (!event) return event.error();
    if (!*event) return StoreError::Corrupt;
    ((*event)->recorded.at < since ? before : from_then) = middle;
  }
  return Sequence(before);
}

template <class Entry>
std::optional<StoreError> add_if_selected(std::vector<Seen>& seen,
                                          const SeenFilter& filter,
                                          Result<std::optional<Entry>, StoreError> entry) {
  if (!entry) return entry.error();
  if (!*entry) return StoreError::Corrupt;
  if (is_selected(filter, **entry)) seen.emplace_back(**std::move(entry));
  return std::nullopt;
}

}  // namespace

Result<SeenPage, StoreError> Queries::seen(const SeenFilter& filter,
                                           Sequence after,
                                           std::size_t limit) const {
  SeenPage page{{}, after};
  if (filter.since) {
    const auto before = last_before(events_, *filter.since);
    if (!before) return before.error();
    after = std::max(after, *before);
  }
  const auto looks = sequences_behind(views_, space::kLooks, index_of_looks(filter), after, limit);
  if (!looks) return looks.error();
  std::vector<Sequence> downloads;
  if (!filter.reviewer) {
    auto found =
        sequences_behind(views_, space::kDownloads, index_of<Downloads>(filter), after, limit);
    if (!found) return found.error();
    downloads = *std::move(found);
  }

  auto look = looks->begin();
  auto download = downloads.begin();
  for (std::size_t read = 0; read < limit; ++read) {
    const bool has_look = look != looks->end();
    const bool has_download = download != downloads.end();
    if (!has_look && !has_download) break;
    const bool is_look = has_look && (!has_download || *look < *download);
    page.next = is_look ? *look++ : *download++;
    const auto error =
        is_look ? add_if_selected(page.seen,
                                  filter,
                                  read_record<LookEntry>(
                                      views_, space::kLooks, LooksView::key_of_all(page.next)))
                : add_if_selected(page.seen,
                                  filter,
                                  read_record<DownloadEntry>(
                                      views_, space::kDownloads, Downloads::key_of_all(page.next)));
    if (error) return *error;
  }
  return page;
}

}  // namespace countersign
