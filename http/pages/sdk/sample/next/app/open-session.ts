'use server';

// Your backend: it alone has the client's secret. Check here who asks.
export async function openSession(): Promise<string> {
  const answer = await fetch(`${process.env['COUNTERSIGN_SERVER']}/api/svc/session/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      clientKey: process.env['COUNTERSIGN_CLIENT_KEY'],
      clientSecret: process.env['COUNTERSIGN_CLIENT_SECRET'],
      purpose: 'DOCUMENT_VERIFICATION',
      originAllowlist: [process.env['SHOP_ORIGIN']],
    }),
  });
  if (!answer.ok) throw new Error(`no session: ${answer.status}`);
  const { sessionToken } = (await answer.json()) as { sessionToken: string };
  return sessionToken;
}
