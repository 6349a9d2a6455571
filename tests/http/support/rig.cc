#include "tests/http/support/rig.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <chrono>
#include <future>
#include <set>

#include "core/text/base64url.h"
#include "http/secrets/credential_hash.h"
#include "http/wire/random_ids.h"
#include "tests/events/tlog/note/keys.h"

namespace countersign::http {
namespace {

constexpr std::chrono::seconds kLongEnough{60};  // a bound, so that a bug ends as a failure

}  // namespace

std::string Answer::operator[](std::string_view member) const {
  rapidjson::Document document;
  document.Parse(body.c_str(), body.size());
  REQUIRE_MESSAGE(document.IsObject(), body);
  const auto found = document.FindMember(std::string(member).c_str());
  if (found == document.MemberEnd()) return "";
  if (found->value.IsString()) return {found->value.GetString(), found->value.GetStringLength()};
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  found->value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

ClientPolicy any_purpose() {
  ClientPolicy policy;
  for (const auto& named : enum_names<Purpose>) policy.purposes.push_back(named.value);
  return policy;
}

void KeptExchange::fail(Failure why) noexcept {
  Response response;
  response.status = why == Failure::NoMemory ? 503 : 500;
  respond(std::move(response));
}

void KeptExchange::respond(Response response) {
  const std::lock_guard lock(mutex_);
  if (response_) return;
  response_ = std::move(response);
  changed_.notify_all();
}

void KeptExchange::resume() {
  const std::lock_guard lock(mutex_);
  resumed_ = true;
  changed_.notify_all();
}

bool KeptExchange::answered() const {
  const std::lock_guard lock(mutex_);
  return response_.has_value();
}

Answer KeptExchange::wait() {
  std::unique_lock lock(mutex_);
  REQUIRE(changed_.wait_for(lock, kLongEnough, [&] { return response_.has_value(); }));
  return {
      response_->status, response_->headers, response_->body, response_->close, response_->delay};
}

std::shared_ptr<BodyPipe> KeptExchange::stream() const {
  const std::lock_guard lock(mutex_);
  REQUIRE(response_.has_value());
  return response_->stream;
}

std::optional<std::uint64_t> KeptExchange::stream_length() const {
  const std::lock_guard lock(mutex_);
  REQUIRE(response_.has_value());
  return response_->stream_length;
}

void KeptExchange::drop_stream() {
  const std::lock_guard lock(mutex_);
  REQUIRE(response_.has_value());
  response_->stream.reset();
}

void KeptExchange::wait_for_resume() {
  std::unique_lock lock(mutex_);
  REQUIRE(changed_.wait_for(lock, kLongEnough, [&] { return resumed_ || response_.has_value(); }));
  resumed_ = false;
}

Form& Form::text(std::string_view name, std::string_view value) {
  body += fmt::format(
      "--{}\r\nContent-Disposition: form-data; name=\"{}\"\r\n\r\n{}\r\n", boundary, name, value);
  return *this;
}

Form& Form::file(std::string_view name, std::string_view bytes, std::string_view file_name) {
  body += fmt::format(
      "--{}\r\nContent-Disposition: form-data; name=\"{}\"; filename=\"{}\"\r\n"
      "Content-Type: image/jpeg\r\n\r\n",
      boundary,
      name,
      file_name);
  body += bytes;
  body += "\r\n";
  return *this;
}

Rig::Running::Running(Rig& rig)
    : data(rig.open_data()),
      webhook_secrets(data->keys().derive(kWebhookSecretLabel)),
      waiters(std::in_place, *data, rig.settings.connections),
      purges(std::in_place, *data),
      service{.data = *data,
              .engine = rig.engine_in_use(),
              .inspection = inspection,
              .transfers = transfers,
              .faces = faces,
              .ceremony_threads = ceremony_threads,
              .reads = reads,
              .reports = reports,
              .operator_threads = operator_threads,
              .long_work = long_work,
              .clock = rig.clock,
              .random = rig.random,
              .settings = rig.settings,
              .metrics = metrics,
              .waiters = *waiters,
              .purges = *purges,
              .downloads = downloads,
              .webhook_secrets = webhook_secrets,
              .docs = rig.docs,
              .steady = [&rig] { return rig.clock.steady(); }},
      application(service) {
  if (rig.settings.review) console.emplace(service);
  service.calls.access_log = [&rig](const AccessRecord& record) {
    const std::lock_guard lock(rig.access_mutex_);
    rig.access_.push_back(
        fmt::format("{} {} {} {}", record.method, record.path, record.operation, record.status));
  };
}

// The inspection hands work to the transfers, and those to the writer, whose answers may still need
// a pool. So the pools are stopped in this order, and destroyed in another.
Rig::Running::~Running() {
  purges.reset();
  inspection.stop();
  faces.stop();
  transfers.stop();
  ceremony_threads.stop();
  reads.stop();
  reports.stop();
  operator_threads.stop();
  long_work.stop();
  waiters.reset();
  service.upload_watch.stop();
  data.reset();
}

Rig::Rig(ServiceSettings with, Checkpoints checkpoints)
    : settings(with), checkpoints_(checkpoints) {
  random.fill(master_);
  settings.metrics_from = *AddressBlocks::parse("192.0.2.0/24");  // the tests' peer addresses
  running_ = std::make_unique<Running>(*this);
}

Rig::~Rig() = default;

MasterKey Rig::master_key() const { return MasterKey(SecretBytes<32>(master_)); }

std::unique_ptr<DataFolder> Rig::open_data() {
  DataFolderOptions options{
      .path = folder.path() / "data", .master_key = master_key(), .reserve_bytes = 0};
  if (checkpoints_ == Checkpoints::Signed) options.signing_key = tlog::log_key();
  auto opened = DataFolder::open(std::move(options), clock, random, [](StoreError) {});
  if (!opened) FAIL(opened.error());
  return std::move(*opened);
}

void Rig::judge_also_by(const ExternalJudge& judge) {
  composite_.emplace(engine, &judge, nullptr);
  restart();
}

void Rig::restart() {
  running_.reset();
  running_ = std::make_unique<Running>(*this);
}

Credentials Rig::add_client(ClientPolicy policy, bool sandbox) {
  std::array<std::uint8_t, 32> bytes{};
  random.fill(bytes);
  Credentials made{"svck_" + to_string(random_uuid(random)), "svcs_" + to_base64url(bytes)};
  const Outcome outcome = data().writer().submit_and_wait(
      {.stream = stream_of(ClientKey(made.key)),
       .command = ClientCommand(RegisterClient{.at = clock.now(),
                                               .name = "a client",
                                               .policy = std::move(policy),
                                               .secret = hash_of_secret(made.secret),
                                               .sandbox = sandbox}),
       .actor = {ActorKind::Operator, "uid:0"},
       .request = RequestId("rig")});
  REQUIRE(std::holds_alternative<Committed>(outcome));
  return made;
}

void Rig::disable(const Credentials& client) {
  const Outcome outcome = data().writer().submit_and_wait(
      {.stream = stream_of(ClientKey(client.key)),
       .command = ClientCommand(DisableClient{.at = clock.now(), .reason = "test"}),
       .actor = {ActorKind::Operator, "uid:0"},
       .request = RequestId("rig")});
  REQUIRE(std::holds_alternative<Committed>(outcome));
}

std::shared_ptr<BodySink> Rig::open(const Request& request,
                                    std::shared_ptr<KeptExchange> exchange) {
  RequestHead head;
  head.method = request.method;
  head.method_text = request.method == Method::Get       ? "GET"
                     : request.method == Method::Post    ? "POST"
                     : request.method == Method::Head    ? "HEAD"
                     : request.method == Method::Options ? "OPTIONS"
                                                         : "DELETE";
  head.target = request.path;
  const std::size_t question = request.path.find('?');
  head.path = request.path.substr(0, question);
  if (question != std::string::npos) head.query = request.path.substr(question + 1);
  for (const auto& field : request.headers) {
    std::string name = field.name;
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    head.headers.add(name, field.value);
  }
  head.peer_address = request.peer;
  head.chunked = request.chunked;
  if (!request.chunked) head.content_length = request.body.size();
  Application& application =
      request.console ? static_cast<Application&>(*running_->console) : running_->application;
  return application.on_request(std::move(head), std::move(exchange));
}

std::shared_ptr<KeptExchange> Rig::begin(const Request& request) {
  auto exchange = std::make_shared<KeptExchange>();
  const auto sink = open(request, exchange);
  if (!sink) return exchange;
  std::string_view rest = request.body;
  while (!rest.empty()) {
    if (exchange->answered()) {
      sink->on_abort();
      return exchange;
    }
    const std::string_view piece = rest.substr(0, request.piece_bytes);
    rest.remove_prefix(piece.size());
    switch (sink->on_data(piece)) {
      case Flow::Continue:
        break;
      case Flow::Pause:
        exchange->wait_for_resume();
        break;
      case Flow::Stop:
        return exchange;
    }
  }
  sink->on_end();
  return exchange;
}

Answer Rig::create(const Credentials& client, const std::string& more, const Headers& headers) {
  return send({.method = Method::Post,
               .path = "/api/svc/session/create",
               .headers = headers,
               .body = fmt::format(R"({{"clientKey":"{}","clientSecret":"{}"{}{}}})",
                                   client.key,
                                   client.secret,
                                   more.empty() ? "" : ",",
                                   more)});
}

std::string Rig::token(const Credentials& client, std::string_view purpose) {
  const Answer created = create(client, fmt::format(R"("purpose":"{}")", purpose));
  REQUIRE_MESSAGE(created.status == 200, created.body);
  return created["sessionToken"];
}

Answer Rig::device(Method method, const std::string& path, const std::string& token, Headers more) {
  more.add("Authorization", "Bearer " + token);
  return send({.method = method, .path = path, .headers = std::move(more)});
}

std::string Rig::nonce(const std::string& token, std::string_view step) {
  const Answer challenge = device(Method::Post, fmt::format("/api/sdk/{}/challenge", step), token);
  REQUIRE_MESSAGE(challenge.status == 200, challenge.body);
  return challenge["nonce"];
}

Rig::Request Rig::upload(const std::string& path,
                         const std::string& token,
                         const Form& form) const {
  return {.method = Method::Post,
          .path = path,
          .headers = {{"Authorization", "Bearer " + token}, {"Content-Type", form.type()}},
          .body = form.finished()};
}

Answer Rig::document(const std::string& token,
                     const std::string& image,
                     std::string_view side,
                     std::string_view type) {
  Form form;
  form.text("nonce", nonce(token, "document"));
  if (!side.empty()) form.text("side", side);
  if (!type.empty()) form.text("documentType", type);
  form.file("image", image);
  return send(upload("/api/sdk/document", token, form));
}

Answer Rig::liveness(const std::string& token, const std::vector<std::string>& frames) {
  Form form;
  form.text("nonce", nonce(token, "liveness"));
  for (const std::string& frame : frames) form.file("frames", frame);
  return send(upload("/api/sdk/liveness", token, form));
}

std::size_t Rig::files_on_disk() const {
  constexpr std::size_t kIdLength = 36;
  std::set<std::string> names;
  const auto files = folder.path() / "data" / "files";
  if (!std::filesystem::exists(files)) return 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(files)) {
    const std::string name = entry.path().filename();
    if (!entry.is_regular_file()) continue;
    names.insert(name.size() > kIdLength ? name.substr(name.size() - kIdLength) : name);
  }
  return names.size();
}

void Rig::settle() {
  // Each stage hands work to the next, and the last stage to the first at most once.
  for (int round = 0; round < 3; ++round) {
    for (FairPool* pool :
         {&running_->inspection, &running_->faces, &running_->transfers, &running_->reads}) {
      const std::size_t threads = pool == &running_->transfers ? kTransferThreads : 2;
      std::atomic<std::size_t> arrived{0};
      std::promise<void> all;
      std::shared_future<void> gate(all.get_future());
      std::vector<std::future<void>> left;
      for (std::size_t i = 0; i < threads; ++i) {
        auto gone = std::make_shared<std::promise<void>>();
        left.push_back(gone->get_future());
        REQUIRE(pool->submit([&arrived, &all, gate, threads, gone] {
          if (++arrived == threads) all.set_value();
          gate.wait();
          gone->set_value();
        }));
      }
      for (auto& future : left) future.wait();
    }
    data().writer().run_between_groups([] {});
  }
}

FullTransfers::FullTransfers(Rig& rig, const Credentials& client) {
  FairPool& transfers = rig.service().transfers;
  const ClientKey whose(client.key);
  const std::shared_future<void> opened(gate_.get_future());
  for (std::size_t i = 0; i < Rig::kTransferThreads; ++i) {
    REQUIRE(transfers.submit(whose, [this, opened] {
      held_.count_down();
      opened.wait();
    }));
  }
  held_.wait();  // otherwise a thread that starts later would make room again
  while (transfers.submit(whose, [opened] { opened.wait(); })) {
  }
}

std::vector<std::string> Rig::access_lines() const {
  const std::lock_guard lock(access_mutex_);
  return access_;
}

}  // namespace countersign::http
