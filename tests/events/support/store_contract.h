#pragma once
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/at_offset.h"
#include "core/text/bytes.h"
#include "events/crypto/os_random.h"
#include "events/vault/file_store.h"

// The promises of events/vault/file_store.h, which each implementation is held to.
namespace countersign::store_contract {

// A store that processes of several nodes open, one after the other or at once.
class World {
 public:
  virtual ~World() = default;
  virtual std::unique_ptr<FileStore> open(const std::string& node) = 0;
  virtual bool has_several_nodes() const { return true; }
};

inline FilePlace new_place(const std::string& day = "20261121") {
  OsRandom random;
  Uuid bytes;
  random.fill(bytes);
  return FilePlace(FileId(uuid_from_random(bytes)), day);
}

// Bytes that differ in every block, so that a stretch of them is known again.
inline std::string sealed_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>((i / 4096 * 31 + i) % 251);
  return bytes;
}

inline std::string read_whole(const OwnedFd& file) {
  struct ::stat status {};
  REQUIRE(::fstat(file.get(), &status) == 0);
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  const MutableBytes room(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
  REQUIRE(read_at(file.get(), room, 0) == bytes.size());
  return bytes;
}

// Direct I/O wants aligned memory, which bytes of a test need not have.
inline void write_to(const FileStore::Made& made, std::string_view bytes) {
  ::fcntl(made.file.get(), F_SETFL, 0);
  REQUIRE(write_at(made.file.get(), bytes_of(bytes), 0));
}

inline void put(FileStore& store, const FilePlace& place, std::string_view bytes) {
  const auto made = store.create(place);
  REQUIRE(made);
  write_to(*made, bytes);
  REQUIRE(store.commit(place, *made));
}

inline std::optional<std::string> got(const FileStore& store, const FilePlace& place) {
  const auto file = store.open_for_reading(place);
  if (file) return read_whole(*file);
  CHECK(file.error() == VaultError::NotFound);
  return std::nullopt;
}

inline bool yes(const Result<bool, VaultError>& answer) {
  REQUIRE(answer);
  return *answer;
}

inline std::set<FileId> files_of(const Result<std::vector<FilePlace>, VaultError>& places) {
  REQUIRE(places);
  std::set<FileId> files;
  for (const FilePlace& place : *places) CHECK(files.insert(place.file).second);
  return files;
}

inline std::set<FileId> listed(const FileStore& store) {
  std::set<FileId> files;
  REQUIRE(store.list([&](const FilePlace& place) { CHECK(files.insert(place.file).second); }));
  return files;
}

inline void a_file_lives(World& world) {
  const auto store = world.open("a1");
  REQUIRE(store->make_new_folder());
  const FilePlace place = new_place();
  const std::string bytes = sealed_bytes(200 * 1024);
  const auto made = store->create(place);
  REQUIRE(made);
  write_to(*made, bytes);
  const auto written = store->open_made(place, *made);
  REQUIRE(written);
  CHECK(read_whole(*written) == bytes);
  CHECK_FALSE(yes(store->has(place)));
  CHECK_FALSE(got(*store, place));
  CHECK(listed(*store).empty());

  REQUIRE(store->commit(place, *made));
  CHECK(yes(store->has(place)));
  CHECK(yes(store->is_new(place)));
  CHECK(got(*store, place) == bytes);
  CHECK(files_of(store->new_files()) == std::set{place.file});
  CHECK(*store->days() == std::vector{place.day});
  CHECK(listed(*store) == std::set{place.file});

  for (int again = 0; again < 2; ++again) {
    REQUIRE(store->mark_named(place));
    CHECK_FALSE(yes(store->is_new(place)));
    CHECK(files_of(store->new_files()).empty());
    CHECK(got(*store, place) == bytes);
  }
  for (int again = 0; again < 2; ++again) {
    REQUIRE(store->remove(place));
    REQUIRE(store->sync_day(place.day));
    CHECK_FALSE(yes(store->has(place)));
    CHECK_FALSE(got(*store, place));
  }
  CHECK(listed(*store).empty());
  CHECK(store->days()->empty());
  CHECK_FALSE(store->fault());
}

inline void what_is_given_up_leaves_nothing(World& world) {
  const auto store = world.open("a1");
  const FilePlace abandoned = new_place();
  {
    const auto made = store->create(abandoned);
    REQUIRE(made);
    write_to(*made, sealed_bytes(4096));
    store->abandon(abandoned);
  }
  CHECK_FALSE(yes(store->is_new(abandoned)));
  const FilePlace unnamed = new_place();
  const FilePlace kept = new_place();
  put(*store, unnamed, sealed_bytes(4096));
  put(*store, kept, sealed_bytes(8192));
  for (int again = 0; again < 2; ++again) {
    REQUIRE(store->remove_unnamed(unnamed));
    CHECK_FALSE(yes(store->has(unnamed)));
    CHECK_FALSE(yes(store->is_new(unnamed)));
  }
  CHECK(files_of(store->new_files()) == std::set{kept.file});
  CHECK(got(*store, kept) == sealed_bytes(8192));
}

inline void the_next_process_finds_what_was_under_way(World& world) {
  const FilePlace committed = new_place();
  const FilePlace named = new_place();
  {
    const auto store = world.open("a1");
    put(*store, committed, sealed_bytes(4096));
    put(*store, named, sealed_bytes(4096));
    REQUIRE(store->mark_named(named));
  }
  const auto store = world.open("a1");
  CHECK(files_of(store->new_files()) == std::set{committed.file});
  CHECK(files_of(store->left_by_others()).empty());
  CHECK(got(*store, committed) == sealed_bytes(4096));
  CHECK(listed(*store) == std::set{committed.file, named.file});
}

inline void a_new_file_without_a_place_goes(World& world) {
  const auto store = world.open("a1");
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(4096));
  REQUIRE(store->remove(place));
  store->discard(place);
  CHECK_FALSE(yes(store->is_new(place)));
  CHECK(files_of(store->new_files()).empty());
}

inline void an_upload_of_another_node_is_not_ours(World& world) {
  const auto ours = world.open("a1");
  const auto theirs = world.open("b2");
  REQUIRE(ours->make_new_folder());
  const FilePlace place = new_place();
  const FilePlace other = new_place();
  put(*theirs, place, sealed_bytes(4096));
  put(*theirs, other, sealed_bytes(4096));
  CHECK(files_of(ours->new_files()).empty());
  CHECK(files_of(ours->left_by_others()) == std::set{place.file, other.file});
  CHECK(yes(ours->is_new(place)));
  CHECK(got(*ours, place) == sealed_bytes(4096));
  // Marking is for our own files.
  REQUIRE(ours->mark_named(place));
  CHECK(yes(ours->is_new(place)));
  REQUIRE(ours->forget_new(place));
  CHECK_FALSE(yes(ours->is_new(place)));
  CHECK(got(*theirs, place) == sealed_bytes(4096));
  REQUIRE(ours->remove_unnamed(other));
  CHECK_FALSE(yes(theirs->is_new(other)));
  CHECK_FALSE(yes(theirs->has(other)));
}

inline void a_stretch_has_its_bytes_and_the_whole_length(World& world) {
  const auto store = world.open("a1");
  const FilePlace place = new_place();
  const std::string bytes = sealed_bytes(300 * 1024);
  put(*store, place, bytes);
  const auto file = store->open_for_reading(place, {65'536, 131'072});
  REQUIRE(file);
  const std::string read = read_whole(*file);
  CHECK(read.size() == bytes.size());
  CHECK(read.substr(65'536, 131'072) == bytes.substr(65'536, 131'072));
}

inline void a_file_is_read_to_its_end_though_it_is_removed(World& world) {
  const auto store = world.open("a1");
  const FilePlace place = new_place();
  put(*store, place, sealed_bytes(100 * 1024));
  const auto file = store->open_for_reading(place);
  REQUIRE(file);
  REQUIRE(store->remove(place));
  REQUIRE(store->sync_day(place.day));
  CHECK(read_whole(*file) == sealed_bytes(100 * 1024));
}

inline void days_are_listed_in_order_and_until_it_is_enough(World& world) {
  const auto store = world.open("a1");
  std::set<FileId> all;
  for (const char* day : {"20261123", "20261121", "20261122"}) {
    for (int i = 0; i < 6; ++i) {
      const FilePlace place = new_place(day);
      put(*store, place, sealed_bytes(4096));
      all.insert(place.file);
    }
  }
  CHECK(*store->days() == std::vector<std::string>{"20261121", "20261122", "20261123"});
  CHECK(listed(*store) == all);
  int visits = 0;
  REQUIRE(store->list_day("20261122", [&](const std::vector<PlaceEntry>& entries) {
    CHECK_FALSE(entries.empty());
    return ++visits < 1;
  }));
  CHECK(visits == 1);
  REQUIRE(store->list_day("20200101", [&](const std::vector<PlaceEntry>& entries) {
    CHECK(entries.empty());
    return true;
  }));
}

inline void a_store_is_of_one_log(World& world) {
  const auto store = world.open("a1");
  CHECK(*store->claim("the first log") == "the first log");
  CHECK(*store->claim("the first log") == "the first log");
  const auto other = world.open(world.has_several_nodes() ? "b2" : "a1");
  CHECK(*other->claim("another log") == "the first log");
  // The note of the log is no file, and no day.
  CHECK(listed(*other).empty());
  CHECK(other->days()->empty());
  CHECK(other->new_files()->empty());
}

// Runs one of the promises as a SUBCASE.
inline void hold(World& world) {
  SUBCASE("a file lives") { a_file_lives(world); }
  SUBCASE("what is given up leaves nothing") { what_is_given_up_leaves_nothing(world); }
  SUBCASE("the next process finds what was under way") {
    the_next_process_finds_what_was_under_way(world);
  }
  SUBCASE("a new file without a place goes") { a_new_file_without_a_place_goes(world); }
  SUBCASE("an upload of another node is not ours") {
    if (world.has_several_nodes()) an_upload_of_another_node_is_not_ours(world);
  }
  SUBCASE("a stretch") { a_stretch_has_its_bytes_and_the_whole_length(world); }
  SUBCASE("removed while it is read") { a_file_is_read_to_its_end_though_it_is_removed(world); }
  SUBCASE("one log") { a_store_is_of_one_log(world); }
  SUBCASE("days") { days_are_listed_in_order_and_until_it_is_enough(world); }
}

}  // namespace countersign::store_contract
