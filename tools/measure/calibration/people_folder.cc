#include "tools/measure/calibration/people_folder.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace countersign {
namespace {

using Kind = HeldFolder::Kind;

// Why an entry is not what is looked for at its place.
std::string why_left_out(Kind kind, bool in_persons_folder, std::string_view whose) {
  switch (kind) {
    case Kind::Link:
      return "a symbolic link, which is not followed";
    case Kind::Folder:
      return fmt::format("a folder in {} folder", whose);
    case Kind::File:
      return fmt::format("a file that is not in {} folder", whose);
    case Kind::Other:
      break;
  }
  return in_persons_folder ? "not a regular file" : "not a folder";
}

// The entries that take part. Adds the others to `left_out`.
std::vector<std::string> names_of(const std::vector<HeldFolder::Entry>& entries,
                                  const std::string& person,
                                  std::string_view whose,
                                  std::vector<LeftOut>& left_out) {
  const bool in_persons_folder = !person.empty();
  const Kind wanted = in_persons_folder ? Kind::File : Kind::Folder;
  std::vector<std::string> names;
  for (const HeldFolder::Entry& entry : entries) {
    if (entry.name.starts_with('.')) continue;
    std::string name = in_persons_folder ? person + "/" + entry.name : entry.name;
    if (entry.kind == wanted) {
      names.push_back(std::move(name));
    } else {
      left_out.push_back({std::move(name), why_left_out(entry.kind, in_persons_folder, whose)});
    }
  }
  return names;
}

}  // namespace

Result<PeopleFolder, std::string> list_people(const HeldFolder& folder, std::string_view whose) {
  PeopleFolder found;
  const auto entries = folder.list();
  if (!entries) return entries.error().why;
  found.people = names_of(*entries, {}, whose, found.left_out);
  for (std::size_t person = 0; person < found.people.size(); ++person) {
    const auto files = folder.list(found.people[person]);
    if (!files) return files.error().why;
    for (std::string& file : names_of(*files, found.people[person], whose, found.left_out)) {
      found.pictures.push_back({person, std::move(file)});
    }
    if (found.pictures.size() > kCalibrationPicturesMax) {
      return fmt::format(
          "{} has more than {} pictures", folder.path().string(), kCalibrationPicturesMax);
    }
  }
  return found;
}

}  // namespace countersign
