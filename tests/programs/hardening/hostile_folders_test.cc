#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "events/crypto/sha256.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

// Folders that the operators' command reads or writes and that an attacker had access to: backups,
// exports, key slots.
namespace countersign::tests::hostile_folders_test {

namespace fs = std::filesystem;

constexpr const char* kVictim = "what nobody may touch\n";

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (fs::is_regular_file(entry.symlink_status())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// Takes a file or folder away, so that another can be put in its place. The destructor undoes this.
class Instead {
 public:
  explicit Instead(fs::path path)
      : path_(std::move(path)), hold_(path_.parent_path().parent_path() / ".kept") {
    fs::rename(path_, hold_);
  }
  ~Instead() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    fs::rename(hold_, path_);
  }
  Instead(const Instead&) = delete;
  Instead& operator=(const Instead&) = delete;
  const fs::path& path() const { return path_; }
  // Where the right one is in the meantime.
  const fs::path& right_one() const { return hold_; }

 private:
  fs::path path_;
  fs::path hold_;
};

void put_pipe(const fs::path& path) { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }

struct Premises {
  RunningServer server;
  Credentials client = server.add_client("shop");
  Backend backend{server.port(), client};

  Premises() {
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    device.pass_document();
    device.finalize();
    put(victim(), kVictim);
    REQUIRE(::chmod(victim().c_str(), 0644) == 0);
  }

  fs::path to() const { return server.folder() / "backups"; }
  fs::path restored() const { return server.folder() / "restored"; }
  fs::path exported() const { return server.folder() / "exported"; }
  fs::path slots() const { return server.folder() / "slots"; }
  fs::path victim() const { return server.folder() / "victim"; }
  fs::path manifest() const { return to() / "manifests" / "0000000001"; }
  std::string vkey() const {
    return Json(server.operate({"log", "checkpoint", "--json"}).out).text("/vkey");
  }

  bool victim_is_whole() const {
    struct ::stat status {};
    return content_of(victim()) == kVictim && ::lstat(victim().c_str(), &status) == 0 &&
           S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0644 && status.st_nlink == 1;
  }

  Finished command(Arguments arguments) const {
    arguments.insert(arguments.begin(), COUNTERSIGN_PATH);
    return run_program(arguments);
  }
  void good(const Arguments& arguments) const {
    const Finished finished = server.operate(arguments);
    CAPTURE(finished.err);
    CAPTURE(finished.out);
    REQUIRE(finished.status == 0);
  }
  void back_up() const { good({"backup", "create", to()}); }
  void export_log() const { good({"log", "export", exported()}); }
  Finished verify(const Arguments& more = {}) const {
    Arguments arguments{"backup", "verify", to(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return command(arguments);
  }
  Finished restore(const Arguments& more = {}) const { return restore(server.data(), more); }
  Finished restore(const fs::path& keys, const Arguments& more) const {
    fs::remove_all(restored());
    Arguments arguments{"backup", "restore", to(), "--keys", keys, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return operate_on(restored(), arguments);
  }

  // Changes the text before the record of the manifest, and seals the manifest as anybody can.
  void change_manifest(const std::function<std::string(std::string)>& change) const {
    std::string text = content_of(manifest());
    const std::size_t record = text.find("\nbackup ") + 1;
    text.resize(text.find('\n', record) + 1);
    text = change(std::move(text));
    text += "countersign-backup " + to_hex(sha256(text)) + "\n";
    put(manifest(), text);
  }
  // The last file of the vault that the manifest names.
  std::string named_file() const {
    const std::string text = content_of(manifest());
    const std::size_t at = text.rfind(" files/") + 1;
    return text.substr(at, text.find('\n', at) - at);
  }
};

// Checks that a command refused with status 1, and did not end by a signal or a crash.
void check_refused(const Finished& finished) {
  CAPTURE(finished.out);
  CAPTURE(finished.err);
  CHECK(finished.status == 1);
}

TEST_CASE("a name in a manifest never leads out of the folder") {
  const Premises premises;
  premises.back_up();
  const std::string whole = content_of(premises.manifest());
  const std::string name = premises.named_file();
  const std::string attackers = "ssh-ed25519 AAAA attacker\n";
  // The bytes to be written elsewhere lie in the backup, and the manifest has their checksum.
  put(premises.to() / "payload", attackers);
  fs::create_directory_symlink("..", premises.to() / "d");
  const std::string absolute = premises.victim().string();
  for (const std::string& hostile : std::vector<std::string>{"d/victim",
                                                             "d/../victim",
                                                             "../victim",
                                                             "files/../../victim",
                                                             absolute,
                                                             "payload",
                                                             "../../../../../../../../dev/zero",
                                                             "log/ANCHOR",
                                                             "RESTORED",
                                                             name + "/../x"}) {
    CAPTURE(hostile);
    put(premises.manifest(), whole);
    premises.change_manifest([&](std::string text) { return replaced(text, name, hostile); });
    const Finished verified = premises.verify();
    check_refused(verified);
    CHECK(verified.err.find("is damaged") != std::string::npos);
    check_refused(premises.restore());
    CHECK_FALSE(fs::exists(premises.restored()));
    CHECK(premises.victim_is_whole());
  }
  put(premises.manifest(), whole);
  CHECK(premises.verify().status == 0);
  CHECK(premises.restore().status == 0);
}

TEST_CASE("neither verify nor restore follows a link inside a backup") {
  const Premises premises;
  premises.back_up();
  const fs::path file = premises.to() / premises.named_file();
  for (const fs::path& linked : {file,
                                 file.parent_path(),
                                 premises.to() / "files",
                                 premises.to() / "log",
                                 premises.to() / "log" / "private",
                                 premises.to() / "manifests",
                                 premises.manifest(),
                                 premises.to() / "COUNTERSIGN-BACKUPS",
                                 premises.to() / "LOCK"}) {
    CAPTURE(linked);
    // The right bytes are behind the link, so that only the link is wrong.
    const Instead instead(linked);
    fs::create_symlink(instead.right_one(), linked);
    check_refused(premises.verify());
    check_refused(premises.restore());
  }
  CHECK(premises.verify().status == 0);
}

TEST_CASE("a pipe or a device where a file should be holds no command") {
  const Premises premises;
  premises.back_up();
  premises.export_log();
  premises.good({"backup", "keys", premises.slots()});
  std::vector<fs::path> of_backup = files_below(premises.to());
  REQUIRE(of_backup.size() > 8);
  for (const fs::path& file : of_backup) {
    CAPTURE(file);
    const Instead instead(file);
    put_pipe(file);
    check_refused(premises.verify());
    // RocksDB's own metadata is not needed to restore.
    if (file.parent_path().filename() != "meta") check_refused(premises.restore());
  }
  for (const fs::path& file : files_below(premises.exported())) {
    CAPTURE(file);
    const Instead instead(file);
    put_pipe(file);
    check_refused(premises.command({"log", "verify", premises.exported()}));
    check_refused(premises.command({"report", "--from", premises.exported(), "-"}));
  }
  const fs::path stray = premises.exported() / "checkpoints" / std::string(20, '1');
  put_pipe(stray);
  check_refused(premises.command({"log", "verify", premises.exported()}));
  fs::remove(stray);
  for (const fs::path& file : files_below(premises.slots())) {
    CAPTURE(file);
    const Instead instead(file);
    put_pipe(file);
    check_refused(premises.restore(premises.slots(), {}));
    // MASTER-KEY-ID is not read there, but replaced.
    const bool replaced = file.filename() == "MASTER-KEY-ID";
    CHECK(premises.server.operate({"backup", "keys", premises.slots()}).status ==
          (replaced ? 0 : 1));
  }
  const fs::path pipe = premises.server.folder() / "pipe";
  put_pipe(pipe);
  for (const Arguments& more : {Arguments{"--since", pipe}, Arguments{"--receipt", pipe}}) {
    Arguments arguments{"log", "verify", premises.exported()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    check_refused(premises.command(arguments));
  }
  check_refused(premises.command({"inspect", pipe}));
  check_refused(premises.command({"inspect", "/dev/zero"}));
  CHECK(premises.command({"log", "verify", premises.exported()}).status == 0);
  CHECK(premises.verify().status == 0);
}

TEST_CASE("a backup that somebody sealed anew is not the log's work") {
  const Premises premises;
  premises.back_up();
  const std::string vkey = premises.vkey();
  const auto said = [](const Finished& finished, int status) {
    CAPTURE(finished.err);
    REQUIRE(finished.status == status);
    return Json(finished.out);
  };
  const Json sound = said(premises.verify({"--vkey", vkey}), 0);
  CHECK(sound.is_true("/ok"));
  CHECK(sound.text("/signature") == "good");
  CHECK(said(premises.restore({"--vkey", vkey}), 0).text("/signature") == "good");
  // The answer without --vkey says what was not checked.
  const Finished plain = premises.command({"backup", "verify", premises.to()});
  CHECK(plain.status == 0);
  CHECK(plain.out.find("not checked") != std::string::npos);
  CHECK(plain.out.find("who made the backup") != std::string::npos);
  CHECK(said(premises.restore(), 0).text("/signature") == "not checked");

  // Another image, with its own checksum in the manifest.
  const fs::path image = premises.to() / premises.named_file();
  const std::string bytes = content_of(image);
  std::string changed = bytes;
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  put(image, changed);
  premises.change_manifest([&](std::string text) {
    return replaced(text, to_hex(sha256(bytes)), to_hex(sha256(changed)));
  });
  const Json unchecked = said(premises.verify(), 0);
  CHECK(unchecked.text("/signature") == "not checked");
  const Json refused = said(premises.verify({"--vkey", vkey}), 1);
  CHECK(refused.text("/signature") == "wrong");
  CHECK(refused.text("/firstError/why") == "the manifest is not signed");
  const Finished restored = premises.restore({"--vkey", vkey});
  check_refused(restored);
  CHECK(restored.err.find("the manifest is not signed") != std::string::npos);
  CHECK_FALSE(fs::exists(premises.restored()));
  // The server does not sign a new backup that builds on this one.
  const Finished next = premises.server.operate({"backup", "create", premises.to()});
  check_refused(next);
  CHECK(next.err.find("was not made by this log") != std::string::npos);
  CHECK(premises.command({"backup", "verify", premises.to(), "--vkey", "x"}).status == 2);
}

TEST_CASE(
    "a link in a folder of backups is not written through, and nothing is removed through it") {
  const Premises premises;
  const fs::path key = premises.server.data().string() + ".master.key";
  const std::string master_key = content_of(key);
  premises.back_up();
  for (const char* name : {"UNFINISHED.new", "UNFINISHED", "manifests/0000000002.new"}) {
    fs::create_symlink(key, premises.to() / name);
  }
  const Finished refused = premises.server.operate({"backup", "create", premises.to()});
  check_refused(refused);
  CHECK(refused.err.find("UNFINISHED is a link") != std::string::npos);
  CHECK(content_of(key) == master_key);
  fs::remove(premises.to() / "UNFINISHED");
  premises.back_up();
  CHECK(content_of(key) == master_key);
  const fs::path elsewhere = premises.server.folder() / "elsewhere";
  fs::create_directories(elsewhere / "photos");
  put(elsewhere / "a.txt", "a");
  put(elsewhere / "photos" / "c.jpg", "c");
  for (const char* folder : {"files", "log", "manifests", "checkpoints"}) {
    if (!fs::exists(premises.to() / folder)) continue;
    CAPTURE(folder);
    const Instead instead(premises.to() / folder);
    fs::create_directory_symlink(elsewhere, premises.to() / folder);
    check_refused(premises.server.operate({"backup", "create", premises.to(), "--keep", "1"}));
    CHECK(content_of(elsewhere / "a.txt") == "a");
    CHECK(content_of(elsewhere / "photos" / "c.jpg") == "c");
    CHECK(files_below(elsewhere).size() == 2);
  }
  // A link further down is left alone, and so is its target.
  fs::create_directory_symlink(elsewhere, premises.to() / "files" / "20260101");
  for (const char* file : {"LOCK", "COUNTERSIGN-BACKUPS"}) {
    const Instead instead(premises.to() / file);
    fs::create_symlink(premises.victim(), premises.to() / file);
    check_refused(premises.server.operate({"backup", "create", premises.to()}));
    CHECK(premises.victim_is_whole());
  }
  premises.good({"backup", "create", premises.to(), "--keep", "1"});
  CHECK(files_below(elsewhere).size() == 2);
  CHECK(premises.verify({"--vkey", premises.vkey()}).status == 0);
}

TEST_CASE("RocksDB reads nothing outside a hostile backup") {
  const Premises premises;
  premises.back_up();
  const fs::path meta = premises.to() / "log" / "meta" / "1";
  const std::string whole = content_of(meta);
  for (const std::string& hostile : {std::string("../../victim"),
                                     std::string("private/1/../../../victim"),
                                     premises.victim().string()}) {
    CAPTURE(hostile);
    put(meta, replaced(whole, "private/1/CURRENT", hostile));
    // With the right checksum, so that RocksDB would get to read it.
    premises.change_manifest([&](std::string text) {
      const std::size_t line = text.find(" log/meta/1\n");
      const std::size_t begin =
          text.rfind('\n', line) == std::string::npos ? 0 : text.rfind('\n', line) + 1;
      const std::string changed = content_of(meta);
      return text.replace(
          begin, line - begin, to_hex(sha256(changed)) + " " + std::to_string(changed.size()));
    });
    const Finished verified = premises.verify();
    check_refused(verified);
    CHECK(verified.out.find("does not name a file of a backup") != std::string::npos);
    check_refused(premises.server.operate({"backup", "create", premises.to()}));
    CHECK(premises.victim_is_whole());
  }
}

TEST_CASE("nothing is written into folders that others may write to") {
  const Premises premises;
  premises.back_up();
  premises.export_log();
  premises.good({"backup", "keys", premises.slots()});
  for (const auto& row : std::vector<std::pair<fs::path, Arguments>>{
           {premises.to(), {"backup", "create", premises.to()}},
           {premises.to() / "log", {"backup", "create", premises.to()}},
           {premises.slots(), {"backup", "keys", premises.slots()}},
           {premises.slots() / "keys", {"backup", "keys", premises.slots()}},
           {premises.exported(), {"log", "export", premises.exported()}}}) {
    CAPTURE(row.first);
    const fs::perms before = fs::status(row.first).permissions();
    fs::permissions(row.first, fs::perms::all);
    const Finished refused = premises.server.operate(row.second);
    check_refused(refused);
    CHECK(refused.err.find("chmod go-w") != std::string::npos);
    fs::permissions(row.first, before);
    premises.good(row.second);
  }
  fs::create_directory(premises.restored());
  fs::permissions(premises.restored(), fs::perms::all);
  const Finished refused = operate_on(
      premises.restored(), {"backup", "restore", premises.to(), "--keys", premises.server.data()});
  check_refused(refused);
  CHECK(fs::is_empty(premises.restored()));
}

TEST_CASE("nothing is written into a new folder that others may put another in the place of") {
  const Premises premises;
  premises.back_up();
  const fs::path shared = premises.server.folder() / "shared";
  fs::create_directory(shared);
  fs::permissions(shared, fs::perms::all);
  const std::vector<Arguments> calls{
      {"backup", "create", shared / "new"},
      {"backup", "keys", shared / "new" / "deeper"},
      {"log", "export", shared / "new"},
  };
  const auto restore = [&] {
    return operate_on(shared / "new",
                      {"backup", "restore", premises.to(), "--keys", premises.server.data()});
  };
  const auto check_nothing_made = [&](const Finished& refused) {
    check_refused(refused);
    CHECK(refused.err.find("may replace it") != std::string::npos);
    CHECK(fs::is_empty(shared));
  };
  for (const Arguments& arguments : calls) {
    CAPTURE(arguments[1]);
    check_nothing_made(premises.server.operate(arguments));
  }
  check_nothing_made(restore());
  fs::permissions(shared, fs::perms::sticky_bit, fs::perm_options::add);
  for (const Arguments& arguments : calls) {
    premises.good(arguments);
    fs::remove_all(shared / "new");
  }
  CHECK(restore().status == 0);
}

TEST_CASE("an export and a page are written through no link") {
  const Premises premises;
  premises.export_log();
  premises.backend.open("LIVENESS");
  for (const char* name :
       {"events.jsonl", "checkpoint.new", "vkeys.txt.new", "tile", "checkpoints", "unfinished"}) {
    CAPTURE(name);
    const fs::path path = premises.exported() / name;
    if (fs::exists(path)) {
      const Instead instead(path);
      fs::create_symlink(
          fs::is_directory(instead.right_one()) ? premises.server.folder() : premises.victim(),
          path);
      check_refused(premises.server.operate({"log", "export", premises.exported()}));
    } else {
      fs::create_symlink(premises.victim(), path);
    }
    CHECK(premises.victim_is_whole());
  }
  // A hard link to a file is that file.
  {
    const Instead instead(premises.exported() / "events.jsonl");
    fs::create_hard_link(premises.victim(), premises.exported() / "events.jsonl");
    check_refused(premises.server.operate({"log", "export", premises.exported()}));
    CHECK(content_of(premises.victim()) == kVictim);
  }
  // A link in the place of an unfinished tile or note is replaced.
  for (const auto& file : files_below(premises.exported() / "tile")) {
    fs::create_symlink(premises.victim(), file.string() + ".new");
  }
  premises.export_log();
  CHECK(premises.victim_is_whole());
  CHECK(premises.command({"log", "verify", premises.exported()}).status == 0);

  const fs::path page = premises.server.folder() / "report.html";
  fs::create_symlink(premises.victim(), page.string() + ".part");
  CHECK(premises.command({"report", "--from", premises.exported(), page}).status == 0);
  CHECK(premises.victim_is_whole());
  CHECK(content_of(page).find("<html") != std::string::npos);
  fs::create_symlink(premises.victim(), premises.exported() / "tile" / "0" / "x001");
  check_refused(premises.command({"log", "verify", premises.exported()}));
}

TEST_CASE("a folder that an operator reaches by a link is backed up to, verified and restored") {
  const Premises premises;
  const fs::path links = premises.server.folder() / "links";
  for (const char* name : {"backups", "slots", "exported", "restored"}) {
    fs::create_directories(premises.server.folder() / name);
    fs::permissions(premises.server.folder() / name, fs::perms::owner_all);
  }
  fs::create_directory_symlink(premises.server.folder(), links);
  fs::create_directory_symlink("backups", premises.server.folder() / "to");
  const std::string to = (links / "to").string() + "/";
  premises.good({"backup", "create", to});
  premises.good({"backup", "create", to, "--keep", "1"});
  premises.good({"backup", "keys", links / "slots"});
  premises.good({"log", "export", links / "exported"});
  CHECK(premises.command({"log", "verify", links / "exported"}).status == 0);
  CHECK(premises.command({"backup", "verify", to, "--vkey", premises.vkey()}).status == 0);
  CHECK(operate_on(links / "restored",
                   {"backup", "restore", to, "--keys", links / "slots", "--vkey", premises.vkey()})
            .status == 0);
  CHECK(fs::exists(premises.restored() / "RESTORED"));
}

}  // namespace countersign::tests::hostile_folders_test
