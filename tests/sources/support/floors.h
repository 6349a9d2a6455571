#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

// The order of the product's folders, which the tests of the architecture hold.
namespace countersign::test {

// The folders from the ground up. A file includes files of its own folder and of folders that
// stand above its own in this list, and of no other: no arrow runs upwards, and there is no circle.
inline const std::vector<std::string> kFloors{
    // The domain, and the machine it runs on.
    "core",
    "core/text",
    "core/checks",
    "core/machine/threads",
    "core/machine",
    "core/machine/files",
    "core/event",
    "core/client",
    "core/reviewer",
    "core/session/review",
    "core/session",
    "core/keys",
    "core/thresholds",
    "core/webhook",
    "core/stream",
    // Pictures.
    "core/inspection/image",
    "core/inspection/decode",
    "core/inspection/thresholds",
    "core/inspection/measure",
    "core/inspection/outline",
    "core/inspection/barcode/pdf417",
    "core/inspection/barcode",
    "core/inspection/mrz/ocr_b",
    "core/inspection/mrz",
    "core/inspection/zone",
    "core/inspection",
    "core/inspection/face/filters",
    "core/inspection/face",
    "core/inspection/review",
    "core/inspection/render",
    "core/inspection/guide",
    "core/inspection/engines",
    "core/inspection/matcher",
    "core/inspection/printed",
    "core/inspection/reader",
    "core/inspection/confined",
    // The log.
    "events/crypto",
    "events/crypto/keys",
    "events/crypto/passkey",
    "events/tlog/tree",
    "events/tlog/note",
    "events",
    "events/record",
    "events/checkpoints",
    "events/audit/streams",
    "events/audit",
    "events/audit/export",
    "events/rocks/database",
    "events/rocks/reading",
    "events/rocks/tail",
    "events/rocks",
    "events/writer",
    "events/vault",
    "events/vault/files",
    // The code that derives from the log.
    "projections/fold",
    "projections/views/session",
    "projections/views/people",
    "projections/views/review",
    "projections/views",
    "projections/queries",
    "projections/erasure",
    "projections/folder",
    "projections/retention",
    "projections/backup",
    // The callers.
    "http/edge/http1",
    "http/edge/socket",
    "http/edge",
    "http/edge/connection",
    "http/edge/server",
    "http/client",
    "http/wire",
    "http/oidc/token",
    "http/oidc",
    "http/json",
    "http/limits",
    "http/metrics",
    "http/webhooks/delivery",
    "http/webhooks",
    "http/call",
    "http/coding",
    "http/pages/assets",
    "http/external",
    "http/witness",
    "http/settings",
    "http/secrets",
    "http/judging",
    "http/sealed",
    "http/answers",
    "http/body",
    "http/caller",
    "http/device",
    "http/device/page",
    "http/handoff",
    "http/backend",
    "http/backend/reviews",
    "http/download",
    "http/operator",
    "http/backend/webhooks",
    "http/operator/operations",
    "http/review/sessions",
    "http/review/passkey",
    "http/review/oidc",
    "http/review",
    "http/review/cases",
    "http/describe",
    "http",
    // The programs.
    "tools/terminal",
    "tools/manual",
    "tools/options",
    "tools/keys",
    "tools/machine",
    "tools/verify",
    "tools/report",
    "tools/measure/labels",
    "tools/measure/calibration",
    "tools/operator",
    "tools/command",
    "tools/command/log",
    "tools/command/clients",
    "tools/command/judging",
    "tools/server/notices",
    "tools/server/listeners",
    "tools/server",
    "tools",
};

inline std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/')); }

// Returns where the folder of `file` stands in the list; the list's size if it is not in the list.
inline std::size_t floor_of(const std::string& file) {
  return static_cast<std::size_t>(
      std::distance(kFloors.begin(), std::ranges::find(kFloors, folder_of(file))));
}

}  // namespace countersign::test
