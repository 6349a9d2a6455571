// A page of somebody else tries an address in every way in which a browser asks for one.
import type { Frame, Page } from 'puppeteer-core';

export interface Target {
  readonly method: string;
  readonly url: string;
  // The JSON that the console's own page would send.
  readonly body: string;
}

// The address of a frame that a policy has kept empty.
const keptEmpty = 'chrome-error://chromewebdata/';
const framePatienceMs = 10_000;

// Returns whether a policy has kept the frame empty. The browser tells of a frame's new address a
// moment behind the frame's load, so this waits for the address.
export async function isKeptEmpty(frame: Frame): Promise<boolean> {
  const until = Date.now() + framePatienceMs;
  while (frame.url() !== keptEmpty) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

// A read names a way that gave the page an answer's body, size or pixels, and what was asked.
export type Read = string;

// Tries every way with one address, from the page. Returns when each is over.
export async function tryEveryWay(page: Page, target: Target): Promise<Read[]> {
  return page.evaluate(async ({ method, url, body }: Target) => {
    const read: string[] = [];
    const patienceMs = 1500;
    const over = (attempt: Promise<unknown>): Promise<unknown> =>
      Promise.race([
        attempt.catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, patienceMs)),
      ]);
    const note = (way: string) => (value: unknown): void => {
      if (value !== undefined && value !== '') read.push(`${way} ${method} ${url}`);
    };
    const put = (name: string, attributes: Record<string, string>): Promise<Event> =>
      new Promise((resolve, reject) => {
        const node = document.createElement(name);
        node.addEventListener('load', resolve);
        node.addEventListener('loadeddata', resolve);
        node.addEventListener('error', reject);
        for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
        document.body.append(node);
      });
    const hasBody = method !== 'GET';
    const ask = async (init: RequestInit): Promise<string | undefined> => {
      const answer = await fetch(url, {
        credentials: 'include',
        ...init,
        ...(hasBody && init.body === undefined ? { body } : {}),
      });
      return answer.type === 'opaque' ? undefined : answer.text();
    };
    const plain = { 'Content-Type': 'text/plain' };
    const own = { 'Content-Type': 'application/json', 'X-Countersign-Review': '1' };
    const simple = hasBody ? 'POST' : 'GET';
    const form = (enctype: string): Promise<unknown> => {
      const name = `into-${Math.random()}`;
      const frame = document.createElement('iframe');
      frame.name = name;
      document.body.append(frame);
      const sent = document.createElement('form');
      Object.assign(sent, { action: url, method: simple, target: name });
      sent.enctype = enctype;
      const field = document.createElement('input');
      // With text/plain what is sent is `name=value`: JSON, if the name is most of it.
      Object.assign(field, { name: `${body.slice(0, -1)}, "x": "`, value: '"}' });
      sent.append(field);
      document.body.append(sent);
      const done = new Promise((resolve) => frame.addEventListener('load', resolve));
      sent.submit();
      return done;
    };
    const ways: Promise<unknown>[] = [
      ask({ method: simple, mode: 'no-cors', headers: hasBody ? plain : {} }).then(note('no-cors')),
      ask({ method, mode: 'cors', headers: own }).then(note('cors')),
      ask({ method: simple, mode: 'cors', headers: hasBody ? plain : {} }).then(note('simple')),
      form('text/plain'),
      form('application/x-www-form-urlencoded'),
      form('multipart/form-data'),
    ];
    if (hasBody) {
      navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }));
      navigator.sendBeacon(url, new Blob([body], { type: 'application/json' }));
    } else {
      const socket = new WebSocket(url.replace(/^http/, 'ws'));
      const source = new EventSource(url, { withCredentials: true });
      source.addEventListener('error', () => source.close());
      ways.push(
        new Promise((resolve) => {
          socket.addEventListener('open', () => resolve('open'));
          socket.addEventListener('error', () => resolve(undefined));
        }).then(note('websocket')),
        put('img', { src: url }).then(() => note('img')('pixels')),
        put('script', { src: url }).then(() => note('script')('runs')),
        put('link', { rel: 'stylesheet', href: url }).then(() => note('stylesheet')('rules')),
        put('video', { src: url }).then(() => note('video')('film')),
        put('link', { rel: 'prefetch', href: url }),
        put('link', { rel: 'preload', as: 'fetch', href: url }),
        put('link', { rel: 'modulepreload', href: url }),
        put('object', { data: url }),
        put('embed', { src: url }),
        put('iframe', { src: url }),
      );
    }
    await Promise.all(ways.map(over));
    for (const node of document.querySelectorAll('iframe, object, embed')) node.remove();
    return read;
  }, target);
}

// Sends values of every kind that a page can send, in the shapes that pages and extensions use.
// Runs in a page.
export function sendMessages(target: Window): void {
  const token = 'A'.repeat(43);
  const shapes: unknown[] = [
    ...[null, undefined, true, 0, -1, NaN, '', 'token', token, [], [token], {}, new Date()],
    ...[{ token }, { code: token }, { type: 'token', token }],
    { type: 'done', detail: { result: 'PASSED' } },
    ...[{ is: 'ENDED' }, { is: 'RESULT', result: 'PASSED' }, { is: 'LOADED', facts: {} }],
    ...[{ data: { token } }, { source: 'react-devtools', payload: token }, { screen: 'DONE' }],
    ...[{ returnUrl: 'https://evil.example' }, { server: 'https://evil.example' }, { lang: 'de' }],
    JSON.parse('{"__proto__":{"token":"x"},"constructor":{"prototype":{"code":"x"}}}'),
    JSON.stringify({ event: 'token', token }),
    ...[new Uint8Array(64), new Blob(['x']), new Map([['token', token]]), new Error('token')],
  ];
  for (const shape of shapes) target.postMessage(shape, '*');
  const { port1, port2 } = new MessageChannel();
  target.postMessage('port', '*', [port2]);
  port1.postMessage({ token });
  target.dispatchEvent(new MessageEvent('message', { data: { token }, origin: location.origin }));
}
