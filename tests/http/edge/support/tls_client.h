#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "http/edge/server/edge.h"

namespace countersign::http {

// A key and a certificate for localhost, made for one test and removed with it.
class TestCertificate {
 public:
  TestCertificate();
  ~TestCertificate();
  TlsFiles files() const;

 private:
  std::string folder_;
};

// The first bytes that a TLS client sends.
std::string client_hello();

// A blocking TLS client that accepts every certificate.
class TlsClient {
 public:
  explicit TlsClient(std::uint16_t port, int highest_version = 0);
  ~TlsClient();
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;

  bool connected() const;
  bool send(std::string_view bytes);
  // Sends a KeyUpdate of TLS 1.3, in a record of its own.
  bool update_key();
  // Receives up to the end of the connection.
  std::string receive_to_end();
  // Receives exactly `size` bytes, or fewer at the end.
  std::string receive(std::size_t size);
  std::string version() const;
  // The hash of the server's certificate.
  std::string certificate() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
