# mail_receiver.py COUNT [ANSWER]: an SMTP server on a free port of loopback. Prints the port, then each of COUNT mails as
# a line of JSON, as Python's email package reads it. ANSWER is given in place of taking a mail; "drop" closes the
# connection, "silent" never answers.
import asyncio
import email
import email.policy
import json
import signal
import sys

from aiosmtpd.smtp import SMTP

count = int(sys.argv[1])
answer = sys.argv[2] if len(sys.argv) > 2 else "250 OK"
signal.alarm(60)


def described(envelope):
    mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    return {
        "from": envelope.mail_from,
        "to": envelope.rcpt_tos,
        "bytes": len(envelope.content),
        "longest_line": max(len(line) for line in envelope.content.split(b"\r\n")),
        "bare": envelope.content.replace(b"\r\n", b"").count(b"\n") + envelope.content.replace(b"\r\n", b"").count(b"\r"),
        "ascii": envelope.content.isascii(),
        "headers": [[name, str(value)] for name, value in mail.items()],
        "addresses": [[address.display_name, address.addr_spec] for address in mail["From"].addresses],
        "type": mail.get_content_type(),
        "defects": [str(defect) for part in mail.walk() for defect in part.defects]
        + [str(defect) for value in mail.values() for defect in value.defects],
        "parts": [{"type": part.get_content_type(), "text": part.get_content().replace("\r\n", "\n")} for part in parts],
    }


class Handler:
    async def handle_DATA(self, server, session, envelope):
        print(json.dumps(described(envelope)), flush=True)
        global count
        count -= 1
        if count == 0:
            asyncio.get_event_loop().call_later(0.2, asyncio.get_event_loop().stop)
        if answer == "silent":
            await asyncio.sleep(60)
        if answer == "drop":
            server.transport.close()
        return answer


async def serve():
    server = await asyncio.get_event_loop().create_server(lambda: SMTP(Handler(), hostname="mail.example"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)


loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
loop.run_until_complete(serve())
loop.run_forever()
