#include "tests/torture/hurt_disk/strays.h"

#include <filesystem>
#include <set>
#include <thread>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

constexpr std::chrono::milliseconds kPause{50};

// The ids of the files. A new file has its day before the id; other names are no stored file's.
Names files_in(const fs::path& data) {
  constexpr std::size_t kIdLength = 36;
  Names names;
  std::error_code gone;  // the server may remove folders meanwhile
  for (fs::recursive_directory_iterator at(data / "files", gone), end; !gone && at != end;
       at.increment(gone)) {
    const std::string name = at->path().filename();
    if (name.size() < kIdLength || !at->is_regular_file(gone)) continue;
    names.insert(name.substr(name.size() - kIdLength));
  }
  return names;
}

Names listed_by(const tests::Backend& backend, const std::vector<Capture>& all) {
  Names names;
  for (const Capture& capture : all) {
    if (!capture.is_known()) continue;
    const tests::Json list(backend.documents(capture.id).body);
    for (std::size_t i = 0; i < list.size(""); ++i) {
      const std::string file = "/" + std::to_string(i);
      if (!list.is_true(file + "/purged")) names.insert(list.text(file + "/id"));
    }
  }
  return names;
}

Names without(Names names, const Names& listed) {
  std::erase_if(names, [&](const std::string& name) { return listed.contains(name); });
  return names;
}

}  // namespace

std::vector<std::string> strays(const tests::RunningServer& server,
                                const tests::Credentials& sandbox,
                                const std::vector<Capture>& all,
                                std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  const Names listed = listed_by(tests::Backend(server.port(), sandbox), all);
  Names left = without(files_in(server.data()), listed);
  while (!left.empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kPause);
    left = without(files_in(server.data()), listed);
  }
  std::vector<std::string> wrong;
  for (const std::string& name : left) {
    wrong.push_back("stored file " + name + " is there, and no session lists it");
  }
  return wrong;
}

}  // namespace countersign::torture
