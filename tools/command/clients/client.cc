#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/json_document.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_client.h"
#include "http/operator/operations/operations_ending.h"
#include "tools/command/command.h"
#include "tools/options/name_option.h"
#include "tools/options/settings_option.h"

namespace countersign {

namespace {

using http::given;
using http::input_of;
using http::only_if;
using http::unless_empty;

// The options of a client. An option that was not given is not sent.
struct ClientOptions {
  std::string key;
  std::string name;
  std::vector<Purpose> purposes;
  std::uint64_t quota = 0;
  std::chrono::milliseconds token_ttl{0};
  std::chrono::milliseconds retention{0};
  std::chrono::milliseconds retention_unfinished{0};
  std::chrono::milliseconds retention_review{0};
  Rate create_rate;
  Rate read_rate;
  Rate bundle_rate;
  std::vector<ThresholdOverride> thresholds;
  bool default_thresholds = false;
  bool auditor = false;
  bool mrz_values = false;
  std::uint64_t reviewers = 0;
  bool unsigned_decisions = false;
  Corrections corrections = Corrections::Allowed;
  DecisionsWithoutLook without_look = DecisionsWithoutLook::Allowed;
  std::chrono::milliseconds review_due{0};
  std::vector<ToldSentence> review_reasons;
  bool sandbox = false;
};

// Adds the sentences from which whoever decides may choose; `NAME=` takes one away.
void add_review_reasons(CLI::App& command, ClientOptions& options) {
  constexpr const char* kFlag = "--review-reason";
  const auto read = [&options](const CLI::results_t& given) {
    options.review_reasons.clear();
    for (const std::string& text : given) {
      const std::size_t equals = text.find('=');
      if (equals == 0 || equals == std::string::npos) {
        throw CLI::ValidationError(kFlag, "not NAME=SENTENCE: " + text);
      }
      options.review_reasons.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return true;
  };
  command
      .add_option(kFlag,
                  read,
                  "sentence that the person gets if a decision chooses it by its name; repeatable; "
                  "NAME= takes one away")
      ->type_name("NAME=SENTENCE")
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// Adds how people decide its captures.
void add_review_policy(CLI::App& command, ClientOptions& options, const std::string& otherwise) {
  add_count(command,
            "--reviewers",
            options.reviewers,
            1,
            kReviewersMax,
            "people that a review needs; of two who disagree a third decides" +
                (otherwise.empty() ? "" : std::string(" [1]")))
      ->default_str("");
  command.add_flag("--unsigned-decisions,!--no-unsigned-decisions",
                   options.unsigned_decisions,
                   "let reviewers decide without a signature of their passkey, or not" +
                       (otherwise.empty() ? "" : std::string(" [not]")));
  add_name<Corrections>(
      command,
      "--corrections",
      [&options](Corrections corrections) { options.corrections = corrections; },
      "whether its decisions may be corrected, by as many people as they needed" +
          (otherwise.empty() ? "" : std::string(" [ALLOWED]")));
  add_name<DecisionsWithoutLook>(
      command,
      "--decisions-without-look",
      [&options](DecisionsWithoutLook allowed) { options.without_look = allowed; },
      "whether reviewers may decide without a look at each picture, and say why" +
          (otherwise.empty() ? "" : std::string(" [ALLOWED]")));
  add_duration(command,
               "--review-due",
               options.review_due,
               "how long a case may wait for a decision before it is overdue; 0s: none is" +
                   (otherwise.empty() ? "" : std::string(" [0s]")))
      ->default_str("");
  add_review_reasons(command, options);
}

// Adds what a client may do. `otherwise` says what holds without an option.
void add_policy(CLI::App& command, ClientOptions& options, const std::string& otherwise) {
  add_names(command,
            "--purposes",
            options.purposes,
            "purposes of the sessions that it may create" +
                (otherwise.empty() ? "" : std::string(" [all]")));
  add_count(command,
            "--quota",
            options.quota,
            0,
            1ull << 53,
            "sessions that it may create in a calendar month (UTC)")
      ->default_str("");
  add_duration(
      command, "--token-ttl", options.token_ttl, "lifetime of its session tokens" + otherwise)
      ->default_str("");
  add_duration(command,
               "--retention",
               options.retention,
               "how long files of completed sessions are kept" + otherwise)
      ->default_str("");
  add_duration(command,
               "--retention-unfinished",
               options.retention_unfinished,
               "how long files of other sessions are kept" + otherwise)
      ->default_str("");
  add_duration(command,
               "--retention-review",
               options.retention_review,
               "how long files are kept while a session waits for a review" + otherwise)
      ->default_str("");
  add_rate(
      command, "--create-rate", options.create_rate, "sessions that it may create" + otherwise);
  add_rate(
      command, "--read-rate", options.read_rate, "results and lists that it may read" + otherwise);
  add_rate(command, "--bundle-rate", options.bundle_rate, "downloads that it may make" + otherwise);
  add_thresholds(command,
                 "--threshold",
                 options.thresholds,
                 "threshold for its images in place of the server's; repeatable; replaces all that "
                 "the client had");
  command.add_flag("--auditor,!--no-auditor",
                   options.auditor,
                   "let it read the log's checkpoints and tiles, or not");
  command.add_flag("--mrz-values,!--no-mrz-values",
                   options.mrz_values,
                   "show the values that documents state in its results, or not");
  add_review_policy(command, options, otherwise);
}

// Returns the input of `client add` or `client change`, with `members` and the policy.
template <class Input, class... Members>
std::string input_with_policy(const CLI::App& command,
                              const ClientOptions& options,
                              const Members&... members) {
  const auto typed = [&]<class T>(const char* option, const T& value) {
    return only_if(command.count(option) > 0, value);
  };
  const auto milliseconds = [&](const char* option, std::chrono::milliseconds value) {
    return typed(option, static_cast<std::uint64_t>(value.count()));
  };
  return input_of<Input>(
      members...,
      given<"purposes">(typed("--purposes", options.purposes)),
      given<"quota">(typed("--quota", options.quota)),
      given<"tokenTtlMs">(milliseconds("--token-ttl", options.token_ttl)),
      given<"retentionMs">(milliseconds("--retention", options.retention)),
      given<"retentionUnfinishedMs">(
          milliseconds("--retention-unfinished", options.retention_unfinished)),
      given<"retentionReviewMs">(milliseconds("--retention-review", options.retention_review)),
      given<"createRate">(typed("--create-rate", options.create_rate)),
      given<"readRate">(typed("--read-rate", options.read_rate)),
      given<"bundleRate">(typed("--bundle-rate", options.bundle_rate)),
      given<"thresholds">(
          only_if(!options.thresholds.empty() || options.default_thresholds, options.thresholds)),
      given<"auditor">(typed("--auditor", options.auditor)),
      given<"mrzValues">(typed("--mrz-values", options.mrz_values)),
      given<"reviewers">(typed("--reviewers", options.reviewers)),
      given<"unsignedDecisions">(typed("--unsigned-decisions", options.unsigned_decisions)),
      given<"corrections">(typed("--corrections", options.corrections)),
      given<"decisionsWithoutLook">(typed("--decisions-without-look", options.without_look)),
      given<"reviewDueMs">(milliseconds("--review-due", options.review_due)),
      given<"reviewReasons">(unless_empty(options.review_reasons)));
}

void add_add(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "add", "add a client and show its secret, which nothing can show again");
  const auto options = std::make_shared<ClientOptions>();
  command.add_option("NAME", options->name, "name of the client, for people")->required();
  add_policy(command, *options, " [the server's]");
  command.add_flag(
      "--sandbox",
      options->sandbox,
      "make it a sandbox for good: names of files decide every outcome, and no image is inspected");
  on_typed(command, typed, [&command, options](Operator& op) {
    return op.run_for_secret(
        "client add",
        input_with_policy<http::NewClient>(command,
                                           *options,
                                           given<"name">(options->name),
                                           given<"sandbox">(only_if(options->sandbox, true))));
  });
}

void add_change(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "change", "change the given ones of a client's name, limits and permissions");
  const auto options = std::make_shared<ClientOptions>();
  command.add_option("KEY", options->key, "client key (svck_...)")->required();
  command.add_option("--name", options->name, "name of the client, for people");
  add_policy(command, *options, "");
  command
      .add_flag("--default-thresholds",
                options->default_thresholds,
                "judge its images by the server's thresholds alone; not with --threshold")
      ->excludes("--threshold");
  // Hidden from the help: this option only serves to explain why it is refused.
  command.add_flag("--sandbox,!--no-sandbox", options->sandbox)->group("");
  on_typed(command, typed, [&command, options](Operator& op) {
    if (command.count("--sandbox") > 0) {
      throw CLI::ValidationError(
          "--sandbox", "a client is a sandbox or real for ever; make another one with client add");
    }
    return op.run("client change",
                  input_with_policy<http::ChangedClient>(
                      command,
                      *options,
                      given<"clientKey">(options->key),
                      given<"name">(only_if(command.count("--name") > 0, options->name))));
  });
}

void add_rotate(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group,
                  "rotate",
                  "give a client a second secret; the old one stays valid until it is revoked");
  const auto key = std::make_shared<std::string>();
  const auto revoke_old = std::make_shared<bool>(false);
  command.add_option("KEY", *key, "client key (svck_...)")->required();
  command.add_flag("--revoke-old", *revoke_old, "revoke all earlier secrets at once");
  on_typed(command, typed, [key, revoke_old](Operator& op) {
    return op.run_for_secret(
        "client rotate",
        input_of<http::SecretRotation>(given<"clientKey">(*key), given<"revokeOld">(*revoke_old)));
  });
}

void add_revoke(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "revoke", "revoke one of a client's secrets");
  const auto key = std::make_shared<std::string>();
  const auto secret_id = std::make_shared<std::uint32_t>(0);
  command.add_option("KEY", *key, "client key (svck_...)")->required();
  command.add_option("SECRET_ID", *secret_id, "number of the secret, as `client show` lists it")
      ->required();
  on_typed(command, typed, [key, secret_id](Operator& op) {
    return op.run(
        "client revoke",
        input_of<http::NamedSecret>(given<"clientKey">(*key), given<"secretId">(*secret_id)));
  });
}

void add_disable(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "disable", "refuse every further request of a client; cannot be undone");
  const auto key = std::make_shared<std::string>();
  const auto reason = std::make_shared<std::string>();
  command.add_option("KEY", *key, "client key (svck_...)")->required();
  command.add_option("--reason", *reason, "why, for the log; no personal data");
  on_typed(command, typed, [key, reason](Operator& op) {
    return op.run("client disable",
                  input_of<http::DisabledClient>(given<"clientKey">(*key),
                                                 given<"reason">(unless_empty(*reason))));
  });
}

// A time that the server refuses is one that was typed wrong.
int close(Operator& op, const std::string& input) {
  OperatorAnswer answer = op.client().run("client close", input);
  if (answer) return op.print(answer);
  OperatorFault fault = answer.error();
  rapidjson::Document problem;
  const bool is_object = parse_json(problem, fault.body, kOwnJson) && problem.IsObject();
  const bool names_time = is_object && problem.HasMember("field") && problem["field"].IsString() &&
                          string_in(problem["field"]) == "purgeAt";
  fault.is_usage = fault.is_usage || names_time;
  return op.fail(fault);
}

void add_close(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group,
      "close",
      "disable a client for ever, cancel its running sessions, and purge all its files at a time");
  const auto asked = std::make_shared<http::ClosedClient>();
  const auto key = std::make_shared<std::string>();
  command.add_option("KEY", *key, "client key (svck_...)")->required();
  CLI::Option* const purge_at = command.add_option(
      "--purge-at",
      asked->purge_at,
      "when the sweep purges every session that no legal hold keeps, whatever its retention: a "
      "time as RFC 3339, or a day (UTC), to come");
  purge_at->type_name("TIME");
  command
      .add_flag("--purge-now", asked->purge_now, "the same with the next sweep, in place of a time")
      ->excludes(purge_at);
  command.add_option("--reason", asked->reason, "why, for the log; no personal data");
  on_typed(command, typed, [key, asked](Operator& op) {
    if (asked->purge_at.empty() && !asked->purge_now) {
      throw CLI::RequiredError("--purge-at TIME or --purge-now");
    }
    return close(op,
                 input_of<http::ClosedClient>(given<"clientKey">(*key),
                                              given<"purgeAt">(unless_empty(asked->purge_at)),
                                              given<"purgeNow">(only_if(asked->purge_now, true)),
                                              given<"reason">(unless_empty(asked->reason))));
  });
}

}  // namespace

void add_client_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group =
      add_group(app, "client", "manage the clients: customers' backends that call the API");
  add_add(group, typed);
  on_typed(add_command(group, "list", "list all clients"), typed, [](Operator& op) {
    return op.run("client list");
  });
  CLI::App& show = add_command(group, "show", "show one client");
  const auto key = std::make_shared<std::string>();
  show.add_option("KEY", *key, "client key (svck_...)")->required();
  on_typed(show, typed, [key](Operator& op) {
    return op.run("client show", input_of<http::NamedClient>(given<"clientKey">(*key)));
  });
  add_change(group, typed);
  add_client_page(group, typed);
  add_rotate(group, typed);
  add_revoke(group, typed);
  add_disable(group, typed);
  add_close(group, typed);
}

}  // namespace countersign
