#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/held_folder.h"
#include "core/result.h"

namespace countersign {

// A file that takes no part in a calibration.
struct LeftOut {
  std::string file;  // from the folder: PERSON/FILE
  std::string why;
};

// The pictures of people: a folder with a folder for each person.
struct PeopleFolder {
  struct Picture {
    std::size_t person = 0;  // index in `people`
    std::string file;        // from the folder: PERSON/FILE
  };
  std::vector<std::string> people;  // names of their folders
  std::vector<Picture> pictures;    // sorted by person, then by name
  std::vector<LeftOut> left_out;
};

// More pictures are refused: each takes about a fifth of a second.
inline constexpr std::size_t kCalibrationPicturesMax = 20'000;

// Lists the pictures, and everything else whose name does not begin with a dot as left out. Links
// are not followed. Returns a sentence if the folder cannot be listed or has too many pictures.
// `whose` is for the reasons: a folder for each kind of attack is listed as one for each person.
Result<PeopleFolder, std::string> list_people(const HeldFolder& folder,
                                              std::string_view whose = "a person's");

}  // namespace countersign
