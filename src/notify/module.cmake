freshet_module(notify
  USES base url warc web
  PUBLIC answer.h apprise_url.h base64.h channel.h compose.h feed.h grouping.h message.h retry.h sender.h stored_channel.h
         stored_notification.h
  LINKS CURL::libcurl ICU::uc OpenSSL::Crypto fmt::fmt nlohmann_json::nlohmann_json
  SOURCES apprise_parts.cc apprise_url.cc base64.cc channel.cc channel_fields.cc channel_reference.cc
          command_words.cc
          compose.cc compose_discord.cc compose_email.cc compose_gotify.cc compose_hook.cc
          compose_json.cc compose_matrix.cc compose_mattermost.cc compose_ntfy.cc
          compose_pushover.cc compose_slack.cc compose_teams.cc compose_telegram.cc
          compose_webhook.cc escape_text.cc feed.cc grouping.cc header_line.cc hook_process.cc
          json_request.cc judge_answer.cc mail_address.cc mail_encoding.cc mail_parts.cc message.cc
          message_json.cc notice.cc notice_template.cc notice_words.cc retry.cc sender.cc
          server_address.cc shown_text.cc stored_channel.cc stored_notification.cc styled_text.cc template.cc told_by_receiver.cc
          webhook_signature.cc
  TESTS apprise_url_test.cc channel_reference_test.cc channel_test.cc compose_test.cc escape_text_test.cc grouping_test.cc
        judge_answer_test.cc mail_encoding_test.cc real_receivers_test.cc retry_test.cc
        sender_test.cc shown_text_test.cc stored_notification_test.cc template_test.cc webhook_signature_test.cc)
