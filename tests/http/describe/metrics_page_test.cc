// The page of the metrics, of a server with a data folder.
#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>

#include "projections/backup/last_backup.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::metrics_page_test {

struct Page {
  Rig rig;
  Backend backend{rig};

  std::string text() { return rig.send({.path = "/metrics"}).body; }
  bool has(std::string_view line) { return text().find(line) != std::string::npos; }
};

TEST_CASE_FIXTURE(Page, "the page says which build runs, and what its process takes") {
  const std::string page = text();
  for (const char* family : {"\ncountersign_build_info{version=\"",
                             "\nprocess_cpu_seconds_total ",
                             "\nprocess_resident_memory_bytes ",
                             "\nprocess_start_time_seconds ",
                             "\nprocess_open_fds "}) {
    CAPTURE(family);
    CHECK(('\n' + page).find(family) != std::string::npos);
  }
}

TEST_CASE_FIXTURE(Page, "the page says where captures end, and a restart does not forget") {
  CHECK_FALSE(has("\ncountersign_captures_ended_total{"));
  const std::string refused = rig.token(backend.client(), "DOCUMENT_VERIFICATION");
  CHECK(rig.document(refused, image_saying("DOCUMENT_BLURRY"))["ok"] == "false");
  const std::string canceled = rig.create(backend.client())["sessionId"];
  CHECK(backend.call(Method::Post, Backend::path_of(canceled, "/cancel")).answer.status == 200);
  const std::string of_canceled =
      "\ncountersign_captures_ended_total{end=\"CANCELED\",place=\"START\",code=\"NONE\"} 1\n";
  CHECK(has(of_canceled));
  rig.clock.move(std::chrono::hours(24 * 31));
  CHECK(backend.admin("/admin/retention/sweep", "{}").answer.status == 200);
  const std::string of_expired =
      "\ncountersign_captures_ended_total{end=\"EXPIRED\",place=\"FRONT\","
      "code=\"DOCUMENT_BLURRY\"} 1\n";
  CHECK(has(of_expired));
  rig.restart();
  CHECK(has(of_expired));
  CHECK(has(of_canceled));
}

TEST_CASE_FIXTURE(Page,
                  "the page says how old the newest whole backup is, and if the last failed") {
  CHECK_FALSE(has("countersign_backup_"));
  const UtcTime first = rig.clock.now();
  CHECK_FALSE(note_backup(rig.data().path(), first, BackupOutcome::Failed));
  CHECK(has("\ncountersign_backup_failing 1\n"));
  CHECK_FALSE(has("countersign_backup_age_seconds"));
  CHECK_FALSE(note_backup(rig.data().path(), first, BackupOutcome::Made));
  rig.clock.move(std::chrono::seconds(90));
  CHECK(has("\ncountersign_backup_failing 0\n"));
  CHECK(has("\ncountersign_backup_age_seconds 90\n"));
  CHECK_FALSE(note_backup(rig.data().path(), rig.clock.now(), BackupOutcome::Incomplete));
  CHECK(has("\ncountersign_backup_failing 1\n"));
  CHECK(has("\ncountersign_backup_age_seconds 90\n"));
  rig.clock.step(-std::chrono::hours(1));
  CHECK(has("\ncountersign_backup_age_seconds 0\n"));
  std::ofstream(rig.data().path() / "LAST-BACKUP") << "tried";
  CHECK_FALSE(has("countersign_backup_"));
}

}  // namespace countersign::http::metrics_page_test
