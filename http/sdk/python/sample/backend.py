# A backend: /verify sends a person to a capture, /hook hears of its end, /results shows it.
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import environ

from countersign import BadDelivery, Countersign, verify_webhook

client = Countersign(environ["SERVER"], environ["CLIENT_KEY"], environ["CLIENT_SECRET"])
results = {}  # yours are in a database, and shown to their person alone


class Backend(BaseHTTPRequestHandler):
    def answer(self, status, text="", **headers):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(text))}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        if self.path == "/verify":
            wish = {"user_ref": "customer-17", "purpose": "DOCUMENT_VERIFICATION"}
            session = client.create_session(**wish)
            results[session["sessionId"]] = "PENDING"
            return self.answer(303, Location=session["captureUrl"])
        self.answer(200, "".join(f"{session} {result}\n" for session, result in results.items()))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            delivery = verify_webhook(body, self.headers, environ["WEBHOOK_SECRETS"].split(" "))
        except BadDelivery as error:
            return self.answer(400, str(error))
        if delivery.challenge is not None:
            return self.answer(200, delivery.challenge)
        if delivery.type in ("session.completed", "session.reviewed"):
            result = client.get_result(delivery.message["data"]["sessionId"])
            results[result["sessionId"]] = result["resultStatus"]  # the same if it comes twice
        self.answer(204)


ThreadingHTTPServer(("127.0.0.1", int(environ["PORT"])), Backend).serve_forever()
