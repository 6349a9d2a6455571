// A device, which captures in a sandbox: the names of its files say what the server finds.

// An image that begins as a JPEG does; nobody looks at it.
const IMAGE = new Uint8Array([0xff, 0xd8, 0xff]);

interface Answer {
  nonce?: string;
  ok?: boolean;
  result?: string;
  sessionToken?: string;
}

async function call(base: string, path: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(`${base}/api/sdk/${path}`, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Captures a document; `name` forces the result, such as result-PASSED. Returns the result. */
export async function capture(base: string, token: string, name: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const { nonce = '' } = await call(base, 'document/challenge', { headers });
  const body = new FormData();
  body.set('nonce', nonce);
  body.set('documentType', 'PASSPORT');
  body.set('image', new Blob([IMAGE]), `${name}.jpg`);
  const { ok } = await call(base, 'document', { headers, body });
  if (ok !== true) throw new Error(`the document was refused: ${name}`);
  return (await call(base, 'finalize', { headers })).result ?? '';
}

/** The token that a device gets for a link. */
export async function redeem(base: string, link: string): Promise<string> {
  const code = link.split('#c=')[1] ?? '';
  const body = JSON.stringify({ code });
  const headers = { 'Content-Type': 'application/json' };
  return (await call(base, 'redeem', { headers, body })).sessionToken ?? '';
}
