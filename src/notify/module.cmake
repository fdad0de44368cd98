freshet_module(notify
  USES base url warc web
  LINKS CURL::libcurl ICU::uc OpenSSL::Crypto fmt::fmt nlohmann_json::nlohmann_json
  SOURCES apprise_parts.cc apprise_url.cc base64.cc channel.cc channel_fields.cc command_words.cc
          compose.cc compose_discord.cc compose_email.cc compose_gotify.cc compose_hook.cc
          compose_json.cc compose_matrix.cc compose_mattermost.cc compose_ntfy.cc
          compose_pushover.cc compose_slack.cc compose_teams.cc compose_telegram.cc
          compose_webhook.cc escape_text.cc feed.cc grouping.cc header_line.cc hook_process.cc
          json_request.cc judge_answer.cc mail_address.cc mail_encoding.cc mail_parts.cc message.cc
          message_json.cc notice.cc notice_template.cc notice_words.cc retry.cc sender.cc
          server_address.cc shown_text.cc styled_text.cc template.cc told_by_receiver.cc
          webhook_signature.cc)
