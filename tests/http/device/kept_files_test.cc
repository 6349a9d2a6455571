#include "http/device/kept_files.h"

#include <doctest/doctest.h>

#include <optional>
#include <utility>

#include "http/wire/random_ids.h"
#include "tests/http/support/rig.h"

namespace countersign::http::kept_files_test {

const ClientKey kClient("client");

// Two images in a sealed file of the vault, not yet durable.
UploadedBytes sealed_images(Rig& rig) {
  const SessionId session(ordered_uuid(rig.clock.now(), rig.random));
  auto writer = rig.data().vault().create(session,
                                          SessionKey::random(rig.random),
                                          FileId(ordered_uuid(rig.clock.now(), rig.random)),
                                          day_of(rig.clock.now()));
  REQUIRE(writer.has_value());
  for (const char* image : {"an image", "another image"}) {
    REQUIRE((*writer)->append(image).has_value());
    REQUIRE((*writer)->end_image().has_value());
  }
  REQUIRE((*writer)->seal().has_value());
  return {std::nullopt, std::move(*writer)};
}

KeptFiles kept_files(Rig& rig) {
  auto kept = KeptFiles::commit(rig.service().device, kClient, sealed_images(rig));
  REQUIRE(kept.has_value());
  return *std::move(kept);
}

// The numbers of files that have their place: of those among the new files, and of the others.
std::pair<std::size_t, std::size_t> new_and_not(Rig& rig) {
  rig.settle();
  const FileStore& store = rig.data().vault().store();
  std::pair<std::size_t, std::size_t> found{0, 0};
  REQUIRE(store.list(
      [&](const FilePlace& place) { ++(*store.is_new(place) ? found.first : found.second); }));
  return found;
}

TEST_CASE("durable files that no event names are removed") {
  Rig rig;
  {
    const KeptFiles kept = kept_files(rig);
    CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(1, 0));
  }
  CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(0, 0));
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE("files that an event names stay, and leave the new files") {
  Rig rig;
  kept_files(rig).named();
  CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(0, 1));
}

TEST_CASE("files of which nobody knows whether an event names them stay among the new files") {
  Rig rig;
  kept_files(rig).leave();
  CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(1, 0));
}

TEST_CASE("files that no event names after all are removed") {
  Rig rig;
  {
    KeptFiles kept = kept_files(rig);
    kept.leave();
    kept.unnamed();
  }
  CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(0, 0));
}

TEST_CASE("files are removed once, by the object that was moved to") {
  Rig rig;
  {
    KeptFiles first = kept_files(rig);
    const KeptFiles second(std::move(first));
    CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(1, 0));
  }
  CHECK(new_and_not(rig) == std::pair<std::size_t, std::size_t>(0, 0));
}

}  // namespace countersign::http::kept_files_test
