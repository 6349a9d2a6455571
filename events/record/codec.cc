#include "events/record/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <variant>

#include "events/record/older_events.h"
#include "events/record/record_json.h"
#include "events/record/upcaster.h"
#include "events/tlog/tree/merkle.h"

namespace countersign {
namespace {

constexpr std::size_t kUsualBytes = 1024;

template <class Variant>
struct DataReaders;

// For each type of Event, in its order: the function that reads the type's data.
template <class... Events>
struct DataReaders<std::variant<Events...>> {
  struct Entry {
    EventType type;
    bool (*read)(JsonReader& in, Event& event);
  };
  template <class E>
  static bool read(JsonReader& in, Event& event) {
    E* same = std::get_if<E>(&event);
    return read_json(in, same != nullptr ? *same : event.emplace<E>());
  }
  static constexpr std::array<Entry, sizeof...(Events)> kAll{
      Entry{event_type<Events>, &read<Events>}...};

  static const Entry* find(std::string_view name) {
    for (const Entry& entry : kAll) {
      if (entry.type.name == name) return &entry;
    }
    return nullptr;
  }
};
using Readers = DataReaders<Event::Variant>;

// The version in which events of the type are written.
std::uint16_t present_version(std::string_view type, std::span<const Upcaster> upcasters) {
  return static_cast<std::uint16_t>(1 + std::ranges::count(upcasters, type, &Upcaster::type));
}

static_assert(std::ranges::all_of(Readers::kAll,
                                  [](const Readers::Entry& entry) {
                                    return entry.type.version ==
                                           1 + std::ranges::count(
                                                   kUpcasters, entry.type.name, &Upcaster::type);
                                  }),
              "an event type has one upcaster from each version before its own");

// The members of the envelope, in their order.
namespace member {
constexpr JsonMember kSequence("sequence");
constexpr JsonMember kStream("stream");
constexpr JsonMember kVersion("version");
constexpr JsonMember kPrevious("previous");
constexpr JsonMember kAt("at");
constexpr JsonMember kType("type");
constexpr JsonMember kTypeVersion("typeVersion");
constexpr JsonMember kActor("actor");
constexpr JsonMember kRequestId("requestId");
constexpr JsonMember kIdempotency("idempotency");
constexpr JsonMember kData("data");
constexpr JsonMember kSealed("sealed");
}  // namespace member

void write_envelope_head(CanonicalJson& out,
                         const RecordedEvent& recorded,
                         std::string_view type,
                         std::uint16_t version) {
  out.raw('{');
  out.first_member(member::kSequence);
  write_json(out, recorded.sequence);
  out.member(member::kStream);
  write_json(out, recorded.stream);
  out.member(member::kVersion);
  write_json(out, recorded.version);
  out.member(member::kPrevious);
  if (recorded.previous == Sha256{}) {
    out.plain_text("");
  } else {
    write_json(out, recorded.previous);
  }
  out.member(member::kAt);
  write_json(out, recorded.at);
  out.member(member::kType);
  out.plain_text(type);
  out.member(member::kTypeVersion);
  out.unsigned_number(version);
}

template <class WriteData>
void write_envelope(std::string& text,
                    const RecordedEvent& recorded,
                    std::uint16_t version,
                    const WriteData& write_data) {
  CanonicalJson out(text);
  write_envelope_head(out, recorded, type_of(recorded.event).name, version);
  out.member(member::kActor);
  write_json(out, recorded.actor);
  out.member(member::kRequestId);
  write_json(out, recorded.request);
  if (recorded.idempotency) {
    out.member(member::kIdempotency);
    write_json(out, *recorded.idempotency);
  }
  out.member(member::kData);
  write_data(out);
  if (recorded.sealed) {
    out.member(member::kSealed);
    write_json(out, *recorded.sealed);
  }
  out.raw('}');
}

// `previous` of a stream's first event is ""; 64 zeros are not a second form of it.
bool read_previous(JsonReader& in, Sha256& previous) {
  if (!in.expect_member(member::kPrevious)) return false;
  if (in.skip_empty_text()) {
    previous = Sha256{};
    return true;
  }
  if (!read_json(in, previous)) return false;
  return previous != Sha256{} || in.fail("64 zeros in place of an empty text");
}

class EnvelopeReader {
 public:
  EnvelopeReader(std::string_view bytes, std::span<const Upcaster> upcasters)
      : in_(bytes), upcasters_(upcasters) {}

  bool read(RecordedEvent& recorded) {
    return in_.expect('{') && read_place(recorded) && read_type() && read_origin(recorded) &&
           in_.expect_member(member::kData) && read_data(recorded) && read_sealed(recorded) &&
           in_.expect('}') && in_.expect_end();
  }

  std::string error() const { return error_.empty() ? in_.error() : error_; }

  // REQUIRES: read() returned true. older_data() is the data as stored, if in an older version.
  std::uint16_t version() const { return version_; }
  std::optional<std::string_view> older_data() const { return older_data_; }

 private:
  bool read_place(RecordedEvent& recorded) {
    return in_.expect_first_member(member::kSequence) && read_json(in_, recorded.sequence) &&
           in_.expect_member(member::kStream) && read_json(in_, recorded.stream) &&
           in_.expect_member(member::kVersion) && read_json(in_, recorded.version) &&
           read_previous(in_, recorded.previous) && in_.expect_member(member::kAt) &&
           read_json(in_, recorded.at);
  }

  bool read_type() {
    std::string_view name;
    if (!in_.expect_member(member::kType) || !in_.plain_text(name)) return false;
    if (!in_.expect_member(member::kTypeVersion) || !read_json(in_, version_)) return false;
    reader_ = Readers::find(name);
    if (reader_ == nullptr) return in_.fail("an event type that this program does not know");
    present_ = present_version(name, upcasters_);
    if (version_ > present_) {
      return in_.fail("a newer version of the event type than this program knows");
    }
    return version_ != 0 || in_.fail("a version that no event type has");
  }

  bool read_origin(RecordedEvent& recorded) {
    if (!in_.expect_member(member::kActor) || !read_json(in_, recorded.actor)) return false;
    if (!in_.expect_member(member::kRequestId) || !read_json(in_, recorded.request)) return false;
    if (!in_.skip_member(member::kIdempotency)) {
      recorded.idempotency.reset();
      return true;
    }
    return read_json(in_, recorded.idempotency.emplace());
  }

  bool read_data(RecordedEvent& recorded) {
    recorded.older_version = version_ == present_ ? 0 : version_;
    if (version_ == present_) return reader_->read(in_, recorded.event);
    std::string_view stored;
    if (!in_.anything(stored)) return false;
    older_data_ = stored;
    return read_older_data(stored, recorded.event);
  }

  bool read_older_data(std::string_view stored, Event& event) {
    const std::string_view type = reader_->type.name;
    auto data = upcast(type, version_, present_, EventData{std::string(stored)}, upcasters_);
    if (!data) {
      error_ = data.error();
      return false;
    }
    JsonReader present(data->json);
    if (reader_->read(present, event) && present.expect_end()) return true;
    error_ = fmt::format("{} version {}: {}", type, present_, present.error());
    return false;
  }

  bool read_sealed(RecordedEvent& recorded) {
    if (!in_.skip_member(member::kSealed)) {
      recorded.sealed.reset();
      return true;
    }
    return read_json(in_, recorded.sealed ? *recorded.sealed : recorded.sealed.emplace());
  }

  JsonReader in_;
  const std::span<const Upcaster> upcasters_;
  const Readers::Entry* reader_ = nullptr;
  std::uint16_t version_ = 0;  // in which the data is stored
  std::uint16_t present_ = 0;  // version of the type
  std::optional<std::string_view> older_data_;
  std::string error_;
};

std::string encode_as(const RecordedEvent& recorded, std::uint16_t version) {
  std::string text;
  text.reserve(kUsualBytes);
  write_envelope(text, recorded, version, [&](CanonicalJson& out) {
    std::visit([&](const auto& event) { write_json(out, event); }, recorded.event);
  });
  return text;
}

}  // namespace

std::string encode(const RecordedEvent& recorded) {
  return encode_as(recorded, type_of(recorded.event).version);
}

bool is_stored_form(std::string_view bytes, std::span<const Upcaster> upcasters) {
  EnvelopeReader reader(bytes, upcasters);
  RecordedEvent recorded;
  if (!reader.read(recorded)) return false;
  if (!reader.older_data()) return encode_as(recorded, reader.version()) == bytes;
  const Upcaster* older = find_upcaster(type_of(recorded.event).name, reader.version(), upcasters);
  check(older != nullptr, "event data of an older version have an upcaster");
  std::string text;
  write_envelope(text, recorded, reader.version(), [&](CanonicalJson& out) {
    out.raw(older->rewrite(*reader.older_data()));
  });
  return text == bytes;
}

bool is_stored_form(std::string_view bytes) { return is_stored_form(bytes, kUpcasters); }

Sha256 leaf_hash(std::string_view bytes) { return Sha256(tlog::leaf_hash(bytes)); }

StoredEvent encode_stored(RecordedEvent recorded) {
  StoredEvent stored{std::move(recorded), {}, {}};
  stored.bytes = encode(stored.recorded);
  stored.leaf = leaf_hash(stored.bytes);
  return stored;
}

std::optional<std::string> decode_into(std::string_view bytes,
                                       RecordedEvent& recorded,
                                       std::span<const Upcaster> upcasters) {
  EnvelopeReader reader(bytes, upcasters);
  if (reader.read(recorded)) return std::nullopt;
  return reader.error();
}

std::optional<std::string> decode_into(std::string_view bytes, RecordedEvent& recorded) {
  return decode_into(bytes, recorded, kUpcasters);
}

Result<RecordedEvent, std::string> decode(std::string_view bytes) {
  RecordedEvent recorded;
  if (auto error = decode_into(bytes, recorded)) return *std::move(error);
  return recorded;
}

}  // namespace countersign
