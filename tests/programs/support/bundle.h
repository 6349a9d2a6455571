#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/check.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/program.h"

namespace countersign::tests {

// A downloaded bundle, opened as its reader would: with unzip and sha256sum.
class Bundle {
 public:
  explicit Bundle(const std::string& zip);

  // The complaint of `unzip -t` or `sha256sum -c MANIFEST.txt`; empty if neither has one.
  std::string complaints() const { return complaints_; }
  std::string manifest() const { return file("MANIFEST.txt"); }
  // The names in the zip, sorted.
  std::vector<std::string> names() const;
  std::string file(const std::string& name) const;

 private:
  TempFolder folder_;
  std::string complaints_;
};

}  // namespace countersign::tests
