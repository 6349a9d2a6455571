#include "tools/setup/setup_texts.h"

#include <fmt/format.h>

#include <string_view>

namespace countersign {
namespace {

// As docs/nginx.conf has it, where each line is explained; a test compares the two. @NAME@ is an
// answer. The names of the zones are our own, since other sites share them.
constexpr std::string_view kSite =
    R"(# Countersign behind nginx, made by countersign init. docs/nginx.conf explains each line.
client_max_body_size 52m;
client_header_timeout 10s;
client_body_timeout 15s;
send_timeout 20s;
keepalive_timeout 75s;
large_client_header_buffers 4 8k;

map $binary_remote_addr $client_block {
  "~(?s)^(?<prefix>.{8}).{8}\z" $prefix;
  default $binary_remote_addr;
}
limit_req_zone $client_block zone=countersign_address:10m rate=50r/s;
limit_conn_zone $client_block zone=countersign_connections:10m;

upstream countersign {
  server 127.0.0.1:8080;
  keepalive 64;
}

server {
  listen @PORT@ ssl http2;
  listen [::]:@PORT@ ssl http2;
  server_name @HOST@;
  access_log off;
  server_tokens off;
  ssl_certificate @CERTIFICATE@;
  ssl_certificate_key @KEY@;
  ssl_protocols TLSv1.2 TLSv1.3;
  add_header Strict-Transport-Security "max-age=31536000" always;

  limit_req zone=countersign_address burst=100 nodelay;
  limit_conn countersign_connections 100;
  limit_req_status 429;
  limit_conn_status 429;
  error_page 413 = @too_large;
  error_page 429 = @too_many;
  location @too_large {
    internal;
    default_type application/problem+json;
    return 413 '{"type":"about:blank","title":"Content Too Large","status":413,)"
    R"("detail":"The request is too large.","ok":false,"code":"SVC_PAYLOAD_TOO_LARGE",)"
    R"("requestId":"$request_id"}';
  }
  location @too_many {
    internal;
    default_type application/problem+json;
    add_header Retry-After 1 always;
    add_header Strict-Transport-Security "max-age=31536000" always;
    return 429 '{"type":"about:blank","title":"Too Many Requests","status":429,)"
    R"("detail":"This address asks too much at once.","ok":false,"code":"SVC_RATE_LIMITED",)"
    R"("requestId":"$request_id","retryAfterSeconds":1}';
  }

  location = /metrics { return 404; }

  location / {
    proxy_pass http://countersign;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_hide_header Strict-Transport-Security;
    proxy_request_buffering off;
    proxy_buffering on;
    proxy_max_temp_file_size 0;
    proxy_next_upstream off;
    proxy_ignore_client_abort on;
    proxy_read_timeout 60s;
  }
}
)";

std::string replaced(std::string text, std::string_view name, const std::string& value) {
  for (std::size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + value.size())) {
    text.replace(at, name.size(), value);
  }
  return text;
}

}  // namespace

std::string settings_text(const SetupAnswers& answers, const SetupPlaces& places) {
  return fmt::format(
      "# The settings of countersignd, made by countersign init. countersignd --help lists all.\n"
      "data = \"{}\"\n"
      "listen = \"127.0.0.1:8080\"\n"
      "public-url = \"{}\"\n"
      "trusted-proxies = \"127.0.0.1,::1\"\n"
      "master-key-file = \"{}\"\n"
      "signing-key-file = \"{}\"\n"
      "log-origin = \"{}\"\n",
      answers.data,
      answers.public_url,
      places.master_key().string(),
      places.signing_key().string(),
      answers.log_origin);
}

std::string override_text(const SetupAnswers& answers, const SetupPlaces& places) {
  return fmt::format(
      "# An override of countersign.service, made by countersign init.\n"
      "[Service]\n"
      "Type=notify\n"
      "User={0}\n"
      "Group=\n"
      "ExecStart=\n"
      "ExecStart={1} --config {2}\n"
      "ExecReload=\n"
      "ExecReload=/bin/sh -c \"kill -HUP $MAINPID\"\n"
      "ReadWritePaths={3}\n"
      "TimeoutStartSec=infinity\n"
      "TimeoutStopSec=15\n"
      "WatchdogSec=60\n"
      "LimitNOFILE=65536\n"
      "LimitCORE=0\n"
      "MemorySwapMax=0\n",
      answers.user,
      places.server.string(),
      places.settings().string(),
      answers.data);
}

std::string site_text(const SetupAnswers& answers) {
  std::string text(kSite);
  text = replaced(std::move(text), "@PORT@", port_of(answers));
  text = replaced(std::move(text), "@HOST@", host_of(answers));
  text = replaced(std::move(text), "@CERTIFICATE@", answers.certificate);
  return replaced(std::move(text), "@KEY@", answers.certificate_key);
}

std::string remaining_text(const SetupAnswers& answers, const SetupPlaces& places) {
  return fmt::format(
      "What remains to be done:\n"
      "\n"
      "1. Keep a copy of the master key in a safe place, apart from the data; without it no "
      "picture\n"
      "   can be read again:\n"
      "     {0}\n"
      "2. Have the service take the override, with the unit of docs/operators/install.md if there "
      "is\n"
      "   none:\n"
      "     install -D -m 644 {1} /etc/systemd/system/countersign.service.d/override.conf\n"
      "     systemctl daemon-reload && systemctl enable --now countersign\n"
      "3. Have nginx serve the site, once the certificate is there:\n"
      "     ln -s {2} /etc/nginx/sites-enabled/countersign.conf\n"
      "     nginx -t && systemctl reload nginx\n"
      "4. Add the first client, which shows its secret once:\n"
      "     countersign --data {3} client add NAME --purposes FULL_CAPTURE\n"
      "5. Make backups of the data and, on another disk, of the key slots: "
      "docs/operators/backups.md\n"
      "6. Look whether all is well:\n"
      "     countersign doctor --config {4}\n",
      places.master_key().string(),
      places.override_of_unit().string(),
      places.site().string(),
      answers.data,
      places.settings().string());
}

}  // namespace countersign
