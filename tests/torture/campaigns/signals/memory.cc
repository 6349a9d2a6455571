#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/signals/processes.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

constexpr std::size_t kUploads = 16;
// At a time within the smaller limits, where not all of them find room.
constexpr std::size_t kManyUploads = 96;
constexpr std::size_t kImageBytes = 9'000'000;
constexpr std::size_t kShortImageBytes = 3'000'000;
// docs/operators/limits-and-settings.md: with less than kStartMegabytes the server need not start;
// from kRoomMegabytes on, all uploads find room.
constexpr std::uint64_t kStartMegabytes = 800;
constexpr std::uint64_t kRoomMegabytes = 1'500;

// A shell that limits its own memory and then becomes the server.
tests::Arguments limited_to(std::uint64_t megabytes) {
  const std::string script =
      "ulimit -v " + std::to_string(megabytes * 1'000) + R"( && exec "$0" "$@")";
  return {"/bin/sh", "-c", script};
}

// Real pictures, which are judged, padded to `image_bytes`.
Habits heavy_habits(std::size_t image_bytes) {
  const std::string& picture =
      tests::document_picture(Side::Front, ImageFormat::Jpeg, DocumentType::Passport);
  return {.failures_most = 0,
          .purges_percent = 10,
          .image = {.start = picture, .padding_bytes = image_bytes - picture.size()}};
}

Habits light_habits() {
  Habits habits = heavy_habits(kImageBytes);
  habits.image.padding_bytes = 0;
  return habits;
}

// One server with one limit, on a folder that earlier servers have used.
class Limit {
 public:
  Limit(tests::RunningServer& server,
        const tests::Credentials& client,
        std::uint64_t megabytes,
        Draw& draw,
        Findings& findings)
      : server_(server),
        client_(client),
        megabytes_(megabytes),
        name_("limit-" + std::to_string(megabytes)),
        draw_(draw),
        findings_(findings) {}

  // Returns the record of the visitors. The server has ended on return.
  std::vector<Capture> run(std::size_t captures_each, std::size_t image_bytes) {
    findings_.count("limits of memory");
    if (!starts()) return {};
    const std::size_t uploads = megabytes_ < kRoomMegabytes ? kManyUploads : kUploads;
    std::vector<Capture> all = visit(uploads, captures_each, heavy_habits(image_bytes), "heavy");
    std::ranges::move(serve_on(), std::back_inserter(all));
    if (const int status = server_.stop(); status != 0) {
      wrong("ended with " + std::to_string(status) + ": " + server_.operator_log());
    }
    return all;
  }

 private:
  void wrong(const std::string& what) {
    findings_.wrong("with " + std::to_string(megabytes_) + " MB: " + what);
  }

  bool starts() {
    const std::size_t log_before = server_.operator_log().size();
    try {
      server_.start({.flags = unlimited(), .before = limited_to(megabytes_)});
      if (megabytes_ < kStartMegabytes)
        findings_.count("starts with less than is said to be needed");
      return true;
    } catch (const std::runtime_error&) {
      const auto status = server_.program().wait(std::chrono::seconds(1));
      const std::string operator_log = server_.operator_log().substr(log_before);
      findings_.count("starts refused for want of memory");
      if (megabytes_ >= kStartMegabytes) wrong("a start is refused: " + operator_log);
      if (status != 1 || operator_log.empty()) {
        wrong("a start ended with " + std::to_string(status.value_or(-1)) + ": " + operator_log);
      }
      return false;
    }
  }

  std::vector<Capture> visit(std::size_t threads,
                             std::size_t captures_each,
                             const Habits& habits,
                             const std::string& what) {
    Crowd crowd(server_.port(),
                client_,
                name_ + what,
                draw_(),
                {.threads = threads, .captures_each = captures_each, .habits = habits});
    while (crowd.is_present()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    findings_.count("answers of 503", crowd.put_off());
    if (megabytes_ >= kRoomMegabytes && crowd.put_off() > 0) {
      wrong(std::to_string(crowd.put_off()) + " answers of 503");
    }
    return crowd.leave();
  }

  // After the load is gone, sessions one after the other get what they ask for.
  std::vector<Capture> serve_on() {
    auto captures = visit(1, 3, light_habits(), "light");
    for (const Capture& capture : captures) {
      const bool was_judged = std::ranges::all_of(
          capture.submissions, [](const Submission& one) { return one.sent.told.has_value(); });
      if (!capture.is_known() || !was_judged) wrong("it does not serve on after the load");
    }
    return captures;
  }

  tests::RunningServer& server_;
  const tests::Credentials& client_;
  const std::uint64_t megabytes_;
  const std::string name_;
  Draw& draw_;
  Findings& findings_;
};

}  // namespace

void limit_memory(const Orders& orders, Draw& draw, Findings& findings) {
  tests::RunningServer server({.flags = unlimited()});
  const tests::Credentials client = server.add_client("shop");
  if (server.stop() != 0) findings.wrong("the server did not stop");
  const std::vector<std::uint64_t> limits = orders.full ? std::vector<std::uint64_t>{2'000,
                                                                                     1'500,
                                                                                     1'350,
                                                                                     1'200,
                                                                                     1'100,
                                                                                     1'000,
                                                                                     900,
                                                                                     800,
                                                                                     700,
                                                                                     500,
                                                                                     350}
                                                        : std::vector<std::uint64_t>{800, 500};
  const std::size_t image_bytes = orders.full ? kImageBytes : kShortImageBytes;
  std::vector<Capture> captures;
  for (const std::uint64_t megabytes : limits) {
    auto more =
        Limit(server, client, megabytes, draw, findings).run(orders.rounds(1, 3), image_bytes);
    std::ranges::move(more, std::back_inserter(captures));
  }
  findings.count("sessions with large images", captures.size());
  server.start({.flags = unlimited()});
  findings.wrong(audit(server.port(), client, captures));
  findings.wrong(verify(server));
}

}  // namespace countersign::torture
