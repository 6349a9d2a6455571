#include "tools/setup/setup_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/machine/files/file_access.h"
#include "core/machine/files/owned_fd.h"
#include "core/machine/files/write_all.h"
#include "events/crypto/keys/key_file.h"
#include "events/crypto/keys/master_key.h"
#include "events/tlog/note/note_key.h"
#include "tools/options/installation.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kReadable = 0644;
constexpr ::mode_t kFolderOfFiles = 0755;
constexpr ::mode_t kPrivateFolder = 0700;

std::string system_why() { return std::generic_category().message(errno); }

struct Account {
  ::uid_t user;
  ::gid_t group;
};

Result<Account, std::string> account_of(const std::string& name) {
  std::array<char, 16'384> memory{};
  ::passwd entry{};
  ::passwd* found = nullptr;
  const int failed = ::getpwnam_r(name.c_str(), &entry, memory.data(), memory.size(), &found);
  if (failed != 0 || found == nullptr) {
    return "there is no user " + name +
           "; make it, e.g. with useradd --system --home-dir /var/lib/" +
           "countersign --shell /usr/sbin/nologin " + name;
  }
  if (::geteuid() != 0 && entry.pw_uid != ::geteuid()) {
    return "only root can make files of the user " + name + ": run this as root, or as " + name;
  }
  return Account{entry.pw_uid, entry.pw_gid};
}

bool is_there(const fs::path& path) {
  struct ::stat status {};
  return ::lstat(path.c_str(), &status) == 0 || errno != ENOENT;
}

std::optional<std::string> wrong_with_places(const SetupAnswers& answers,
                                             const SetupPlaces& places) {
  if (auto why = wrong_with_folder(places)) return why;
  std::error_code failed;
  if (fs::exists(answers.data, failed) && !fs::is_empty(answers.data, failed)) {
    if (failed) return answers.data + " cannot be looked at: " + failed.message();
    if (!looks_like_data_folder(answers.data)) return not_a_data_folder(answers.data);
    return "there is an installation in " + answers.data + " already; init is for a new one";
  }
  if (lies_inside(places.folder, answers.data)) {
    return places.folder.string() + " lies in the data folder, whose copies would hold the keys";
  }
  const fs::path above = fs::path(answers.data).parent_path();
  if (!fs::is_directory(above, failed)) {
    return "there is no folder " + above.string() + " to make the data folder in; make it first";
  }
  return wrong_with_place_of(places.folder, "folder of the files");
}

// Makes a folder, or takes one that is there and safe.
std::optional<std::string> make_folder(const fs::path& folder,
                                       ::mode_t mode,
                                       const Account* owner) {
  const bool is_new = ::mkdir(folder.c_str(), mode) == 0;
  if (!is_new && errno != EEXIST) {
    return "cannot make the folder " + folder.string() + ": " + system_why();
  }
  const OwnedFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return "cannot open the folder " + folder.string() + ": " + system_why();
  if (is_new && ::fchmod(fd.get(), mode) != 0) {
    return "cannot set the mode of " + folder.string() + ": " + system_why();
  }
  if (is_new && owner != nullptr && ::fchown(fd.get(), owner->user, owner->group) != 0) {
    return "cannot give " + folder.string() + " to the server's user: " + system_why();
  }
  if (is_new) return std::nullopt;
  struct ::stat status {};
  if (::fstat(fd.get(), &status) != 0) return "cannot look at " + folder.string();
  const bool is_of_owner = owner != nullptr && status.st_uid == owner->user;
  if (is_of_owner && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0) return std::nullopt;
  return wrong_with_folder(status, "folder", folder);
}

std::optional<std::string> write_text(const fs::path& file, const std::string& text) {
  const OwnedFd fd(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return "cannot make the file " + file.string() + ": " + system_why();
  if (!write_all(fd, text) || ::fchmod(fd.get(), kReadable) != 0 || ::fsync(fd.get()) != 0) {
    return "cannot write the file " + file.string() + ": " + system_why();
  }
  return std::nullopt;
}

std::optional<std::string> give_to(const fs::path& file, const Account& owner) {
  if (::lchown(file.c_str(), owner.user, owner.group) == 0) return std::nullopt;
  return "cannot give " + file.string() + " to the server's user: " + system_why();
}

std::optional<std::string> make_keys(const SetupAnswers& answers,
                                     const SetupPlaces& places,
                                     const Account& owner,
                                     RandomSource& random) {
  if (::mkdir(places.keys().c_str(), kPrivateFolder) != 0) {
    return "cannot make the folder " + places.keys().string() + ": " + system_why();
  }
  if (const auto made = MasterKey::create(places.master_key(), random); !made) return made.error();
  const auto signer = tlog::SignerKey::generate(tlog::KeyType::Log, answers.log_origin, random);
  if (auto why = create_key_file(places.signing_key(), "signing key file", signer.to_text())) {
    return why;
  }
  for (const fs::path& path : {places.master_key(), places.signing_key(), places.keys()}) {
    if (auto why = give_to(path, owner)) return why;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong_with_folder(const SetupPlaces& places) {
  for (const fs::path& path :
       {places.settings(), places.keys(), places.override_of_unit(), places.site()}) {
    if (is_there(path)) return path.string() + " exists already, and nothing is replaced";
  }
  return std::nullopt;
}

std::optional<std::string> wrong_with_user_here(const std::string& name) {
  const auto account = account_of(name);
  return account ? std::nullopt : std::optional(account.error());
}

Result<std::vector<std::string>, std::string> make_setup(const SetupAnswers& answers,
                                                         const SetupPlaces& places,
                                                         RandomSource& random) {
  const auto owner = account_of(answers.user);
  if (!owner) return owner.error();
  if (auto why = wrong_with_places(answers, places)) return *std::move(why);
  std::vector<std::string> made;
  const auto fail = [&](const std::string& why) {
    std::string done;
    for (const std::string& one : made) done += (done.empty() ? "; made until then: " : ", ") + one;
    return why + done;
  };
  // First: a data folder that is refused leaves nothing behind that would stop the next attempt.
  if (auto why = make_folder(answers.data, kPrivateFolder, &*owner)) return fail(*why);
  made.push_back(answers.data);
  if (auto why = make_folder(places.folder, kFolderOfFiles, nullptr)) return fail(*why);
  if (auto why = make_keys(answers, places, *owner, random)) return fail(*why);
  made.insert(made.end(), {places.master_key().string(), places.signing_key().string()});
  const std::array<std::pair<fs::path, std::string>, 3> texts{
      {{places.settings(), settings_text(answers, places)},
       {places.override_of_unit(), override_text(answers, places)},
       {places.site(), site_text(answers)}}};
  for (const auto& [file, text] : texts) {
    if (auto why = write_text(file, text)) return fail(*why);
    made.push_back(file.string());
  }
  return made;
}

}  // namespace countersign
