#include "http/edge/body_pipe.h"
#include "http/operator/admin_handlers.h"
#include "http/operator/operation_list.h"
#include "http/operator/operator_service.h"

namespace countersign::http {
namespace {

constexpr std::size_t kPipeBytes = 1 << 20;

void send_events(OperatorService& service,
                 const CallPtr& call,
                 const ExportRange& range,
                 WorkPlaces::Place& place) {
  auto pipe = std::make_shared<BodyPipe>(kPipeBytes);
  Response response;
  response.headers.add("Content-Type", "application/x-ndjson");
  response.stream = pipe;
  call->reply(std::move(response));

  bool reader_gone = false;
  const auto sent = export_log(service.data, range, [&](std::string_view lines) {
    reader_gone = call->client_gone() || !pipe->write(lines);
    return !reader_gone;
  });
  place.end();
  if (sent && !reader_gone) {
    pipe->finish();
  } else {
    pipe->fail();
  }
}

}  // namespace

void export_events(OperatorService& service,
                   const CallPtr& call,
                   const OperatorPeer& peer,
                   std::string body) {
  const auto range = body_of<ExportRange>(body, kOperationBody);
  if (!range) return call->refuse(range.error());
  answer_with_long_work(service,
                        call,
                        peer,
                        LongWork::LogExport,
                        [&service, call, range = *range](WorkPlaces::Place& place) {
                          send_events(service, call, range, place);
                        });
}

}  // namespace countersign::http
