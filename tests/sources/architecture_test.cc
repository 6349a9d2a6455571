// The picture of docs/developers/architecture.md is derived from the floors and the includes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/sources/support/floors.h"
#include "tests/sources/support/includes.h"
#include "tests/sources/support/sources.h"

namespace countersign::test::architecture_test {

constexpr const char* kPage = "docs/developers/architecture.md";

// The rooms of the house, each a folder with those below it that are no room themselves.
struct Room {
  std::string folder;
  std::string contents;
};
const std::vector<Room> kRooms{
    {"core", "the rules, pure, and the machine"},
    {"core/inspection", "what an image shows"},
    {"events", "the log, its proofs, the vault"},
    {"projections", "what is derived from the log"},
    {"http/edge", "the HTTP server"},
    {"http", "the calls, a folder for each caller"},
    {"tools", "the programs"},
};

using Arrow = std::pair<std::string, std::string>;  // from the room that includes the other

// The reason for which a room uses another. An arrow that follows from two others is not drawn.
const std::map<Arrow, std::string> kUses{
    {{"core/inspection", "core"}, "names checks and codes"},
    {{"events", "core"}, "stores its events"},
    {{"http/edge", "core"}, "uses threads and clocks"},
    {{"projections", "events"}, "folds events, erases keys and files"},
    {{"http", "core/inspection"}, "has images judged"},
    {{"http", "projections"}, "submits commands, reads views"},
    {{"http", "http/edge"}, "takes requests, gives answers"},
    {{"tools", "http"}, "serves and calls"},
};

// Returns the innermost room that the path lies in; an empty text if there is none.
std::string room_of(const std::string& path) {
  std::string found;
  for (const Room& room : kRooms) {
    if (lies_in(path, room.folder) && room.folder.size() > found.size()) found = room.folder;
  }
  return found;
}

std::set<Arrow> arrows_of_includes() {
  std::set<Arrow> arrows;
  for (const Include& include : includes_of_tree()) {
    const std::string from = room_of(include.file);
    const std::string to = include.own ? room_of(include.target) : "";
    if (!from.empty() && !to.empty() && from != to) arrows.emplace(from, to);
  }
  return arrows;
}

// Returns the arrows that do not follow from others. The includes have no circle, so that every way
// from one room to another has an end.
std::set<Arrow> drawn(const std::set<Arrow>& arrows) {
  std::set<Arrow> ways = arrows;
  for (const Room& middle : kRooms) {
    for (const Room& from : kRooms) {
      for (const Room& to : kRooms) {
        if (ways.contains({from.folder, middle.folder}) &&
            ways.contains({middle.folder, to.folder}))
          ways.emplace(from.folder, to.folder);
      }
    }
  }
  std::set<Arrow> left = arrows;
  std::erase_if(left, [&](const Arrow& arrow) {
    return std::ranges::any_of(kRooms, [&](const Room& middle) {
      return ways.contains({arrow.first, middle.folder}) &&
             ways.contains({middle.folder, arrow.second});
    });
  });
  return left;
}

// Returns the first names of the folders below a room, in the order of the floors.
std::vector<std::string> parts_of(const std::string& room) {
  std::vector<std::string> parts;
  for (const std::string& folder : kFloors) {
    if (room_of(folder) != room || folder == room) continue;
    const std::string rest = folder.substr(room.size() + 1);
    const std::string part = rest.substr(0, rest.find('/'));
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
  }
  return parts;
}

// Returns the names in rows of few letters, for a box.
std::vector<std::string> rows_of(const std::vector<std::string>& names) {
  constexpr std::size_t kLetters = 56;
  std::vector<std::string> rows;
  for (const std::string& name : names) {
    const bool fits = !rows.empty() && rows.back().size() + 1 + name.size() <= kLetters;
    if (fits) {
      rows.back() += ' ' + name;
    } else {
      rows.push_back(name);
    }
  }
  return rows;
}

std::string node_of(std::string room) {
  std::ranges::replace(room, '/', '_');
  return room;
}

// Returns the picture in the language of Mermaid.
std::string picture() {
  std::string text = "flowchart TD\n";
  for (auto room = kRooms.rbegin(); room != kRooms.rend(); ++room) {
    text += node_of(room->folder) + "[\"`**" + room->folder + "**: " + room->contents;
    for (const std::string& row : rows_of(parts_of(room->folder))) text += '\n' + row;
    text += "`\"]\n";
  }
  for (const Arrow& arrow : drawn(arrows_of_includes())) {
    const auto use = kUses.find(arrow);
    text += node_of(arrow.first) + " -->|" + (use == kUses.end() ? "?" : use->second) + "| " +
            node_of(arrow.second) + '\n';
  }
  return text;
}

TEST_CASE(
    "a room of the architecture uses another for what the list says, and no room is missing") {
  std::set<Arrow> said;
  for (const auto& [arrow, use] : kUses) said.insert(arrow);
  CHECK(drawn(arrows_of_includes()) == said);
  for (const std::string& folder : kFloors) CHECK_MESSAGE(!room_of(folder).empty(), folder);
}

TEST_CASE("the picture of the architecture is that of the floors and the includes") {
  const std::string begin = "```mermaid\n";
  const std::string page = text_of(read_source(kPage));
  const std::size_t from = page.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t at = from + begin.size();
  const std::size_t end = page.find("```\n", at);
  REQUIRE(end != std::string::npos);
  const std::string expected = picture();
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) {
    std::ofstream(std::string(COUNTERSIGN_SOURCE_DIR) + '/' + kPage)
        << page.substr(0, at) << expected << page.substr(end);
    return;
  }
  CHECK(page.substr(at, end - at) == expected);
}

}  // namespace countersign::test::architecture_test
