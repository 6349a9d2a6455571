// A backend: /verify sends a person to a capture, /hook hears of its end, /results shows it.
import { createServer } from 'node:http';
import { BadDelivery, Countersign, verifyWebhook } from '@countersign/server';

const { SERVER, CLIENT_KEY, CLIENT_SECRET, WEBHOOK_SECRETS, PORT } = process.env;
const settings = { server: SERVER, clientKey: CLIENT_KEY, clientSecret: CLIENT_SECRET };
const countersign = new Countersign(settings);
const results = new Map(); // yours are in a database, and shown to their person alone

async function verify(request, response) {
  const wish = { userRef: 'customer-17', purpose: 'DOCUMENT_VERIFICATION' };
  const session = await countersign.createSession(wish);
  results.set(session.sessionId, 'PENDING');
  response.writeHead(303, { Location: session.captureUrl }).end();
}

async function hook(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const delivery = verifyWebhook(Buffer.concat(parts), request.headers, WEBHOOK_SECRETS.split(' '));
  if (delivery.challenge !== null) return response.end(delivery.challenge);
  if (['session.completed', 'session.reviewed'].includes(delivery.type)) {
    const result = await countersign.getResult(delivery.message.data.sessionId);
    results.set(result.sessionId, result.resultStatus); // the same if it comes twice
  }
  response.writeHead(204).end();
}

async function show(request, response) {
  response.end([...results].map(([session, result]) => `${session} ${result}\n`).join(''));
}

const routes = { 'GET /verify': verify, 'POST /hook': hook, 'GET /results': show };
createServer((request, response) => {
  const missing = async () => response.writeHead(404).end();
  const route = routes[`${request.method} ${request.url}`] ?? missing;
  route(request, response).catch((error) => {
    console.error(error);
    response.writeHead(error instanceof BadDelivery ? 400 : 502).end();
  });
}).listen(PORT, '127.0.0.1');
