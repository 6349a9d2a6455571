#include "projections/fold/expiry_queue.h"

#include <optional>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

// Items from `first` to before `next` are in the queue. The oldest item's time is repeated here, so
// that a fold with nothing to drop need not read that item.
struct Ends {
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  UtcTime oldest;
};

struct Item {
  UtcTime at;
  std::string what;
};

}  // namespace

template <>
inline constexpr auto fields_of<Ends> = fields(Field{"first", &Ends::first},
                                               Field{"next", &Ends::next},
                                               Field{"oldest", &Ends::oldest});
static_assert(record_is_sound<Ends>);

template <>
inline constexpr auto fields_of<Item> = fields(Field{"at", &Item::at}, Field{"what", &Item::what});
static_assert(record_is_sound<Item>);

namespace {

constexpr char kLetter = 'q';

std::string key_of_ends() { return ViewKey().letter(kLetter).take(); }
std::string key_of(std::uint64_t index) { return ViewKey().letter(kLetter).number(index).take(); }

}  // namespace

void ExpiryQueue::push(ViewBatch& views, UtcTime at, std::string_view item) const {
  Ends ends = load<Ends>(views, space_, key_of_ends()).value_or(Ends{});
  if (ends.first == ends.next) ends.oldest = at;
  views.put(space_, key_of(ends.next), to_bytes(Item{at, std::string(item)}));
  ++ends.next;
  views.put(space_, key_of_ends(), to_bytes(ends));
}

void ExpiryQueue::take_until(ViewBatch& views,
                             UtcTime cutoff,
                             std::size_t limit,
                             const std::function<void(const std::string& item)>& drop) const {
  Ends ends = load<Ends>(views, space_, key_of_ends()).value_or(Ends{});
  const std::uint64_t first = ends.first;
  while (ends.first < ends.next && ends.oldest <= cutoff && ends.first - first < limit) {
    const auto item = load<Item>(views, space_, key_of(ends.first));
    if (!item) break;  // only after a failed read; such a batch is never written
    views.erase(space_, key_of(ends.first));
    drop(item->what);
    ++ends.first;
    if (ends.first == ends.next) break;
    const auto oldest = load<Item>(views, space_, key_of(ends.first));
    if (!oldest) break;
    ends.oldest = oldest->at;
  }
  if (ends.first != first) views.put(space_, key_of_ends(), to_bytes(ends));
}

std::uint32_t ExpiryQueue::shape() { return shape_of<Ends>() ^ shape_of<Item>(); }

}  // namespace countersign
