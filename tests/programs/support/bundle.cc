#include "tests/programs/support/bundle.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace countersign::tests {

Bundle::Bundle(const std::string& zip) {
  const auto zip_file = folder_.path() / "bundle.zip";
  const auto inside = folder_.path() / "inside";
  std::ofstream(zip_file, std::ios::binary) << zip;
  const Finished unzipped = run_program({"unzip", "-q", zip_file, "-d", inside});
  if (unzipped.status != 0) {
    complaints_ = "unzip: " + unzipped.out + unzipped.err;
    return;
  }
  if (names().size() == 1) return;  // only a manifest, so there is no line to check
  const Finished checked = run_program(
      {"sh", "-c", "cd \"$1\" && exec sha256sum --strict -c MANIFEST.txt", "sh", inside});
  if (checked.status != 0) complaints_ = "sha256sum: " + checked.out + checked.err;
}

std::vector<std::string> Bundle::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "inside")) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string Bundle::file(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(folder_.path() / "inside" / name, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace countersign::tests
