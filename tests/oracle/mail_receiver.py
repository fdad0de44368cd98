# mail_receiver.py COUNT [ANSWER [MODE CERTIFICATE KEY]]: an SMTP server on a free port of loopback. Prints the port, then each of COUNT mails as
# a line of JSON, as Python's email package reads it. ANSWER is given in place of taking a mail; "drop" closes the
# connection, "silent" never answers. MODE starttls or tls demands encryption, and the password "right" of the user "ann".
import asyncio
import email
import email.policy
import json
import logging
import signal
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

count = int(sys.argv[1])
answer = sys.argv[2] if len(sys.argv) > 2 else "250 OK"
mode = sys.argv[3] if len(sys.argv) > 3 else ""
context = None
if mode:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[4], sys.argv[5])
signal.alarm(60)
logging.disable()
warnings.simplefilter("ignore")


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


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=data.login == b"ann" and data.password == b"right", handled=False)


def connection():
    if not mode:
        return SMTP(Handler(), hostname="mail.example")
    return SMTP(Handler(), hostname="mail.example", tls_context=context if mode == "starttls" else None,
                require_starttls=mode == "starttls", authenticator=authenticate, auth_required=True,
                auth_require_tls=mode == "starttls")


async def serve():
    server = await asyncio.get_event_loop().create_server(
        connection, "127.0.0.1", 0, ssl=context if mode == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)


loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
loop.run_until_complete(serve())
loop.run_forever()
