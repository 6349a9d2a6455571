// Pages of integrators: the samples of http/pages/sdk/sample. Each is copied out of the tree, gets
// the packed package, is built by its own command, and is served from an origin of its own.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { env, execPath } from 'node:process';
import type { Browser, Page } from 'puppeteer-core';

import { complaintsOf, phone } from './browsers.js';
import { installCamera } from './camera.js';
import { made } from './server.js';
import type { Server, Session } from './server.js';

const sdk = join(env['COUNTERSIGN_ROOT'] ?? '', 'http/pages/sdk');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

// The guide as the server serves it to its own page.
async function guideOf(server: Server): Promise<Buffer> {
  const page = await (await fetch(`${server.base}/capture`)).text();
  const address = /data-wasm="([^"]+)"/.exec(page)?.[1];
  if (address === undefined) throw new Error('the server has no guide');
  return Buffer.from(await (await fetch(server.base + address)).arrayBuffer());
}

// The archive of the package, which is packed once.
async function packed(server: Server): Promise<string> {
  const folder = join(made, 'packed');
  const archive = (): string | undefined =>
    existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith('.tgz')) : undefined;
  if (archive() === undefined) {
    mkdirSync(folder, { recursive: true });
    const guide = join(made, 'guide.wasm');
    writeFileSync(guide, await guideOf(server));
    execFileSync(join(sdk, 'pack.sh'), [folder, guide]);
  }
  return join(folder, archive() ?? '');
}

// Runs a program in the folder of a sample, without a network.
function run(folder: string, program: string, words: readonly string[]): void {
  const settings = { ...env, NEXT_TELEMETRY_DISABLED: '1', npm_config_offline: 'true' };
  execFileSync(program, words, { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
}

// Installs the package into a folder below `made`; returns where the package is then.
export async function installed(folder: string, server: Server): Promise<string> {
  const place = join(made, folder, 'node_modules/countersign-capture');
  mkdirSync(place, { recursive: true });
  const archive = await packed(server);
  execFileSync('tar', ['-xzf', archive, '-C', place, '--strip-components=1']);
  return place;
}

// Copies a sample, installs the package, compiles the sample by its strict settings and builds it.
// Returns the folder.
export async function built(name: string, server: Server): Promise<string> {
  const folder = join(made, 'samples', name);
  cpSync(join(sdk, 'sample', name), folder, { recursive: true });
  await installed(join('samples', name), server);
  run(folder, 'npm', ['run', '--silent', 'build']);
  run(folder, execPath, [join(made, 'node_modules/typescript/bin/tsc')]);
  return folder;
}

// The policy that docs/web.md asks for.
export function policyFor(server: Server, ...trusted: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src 'self' ${server.base}`,
    "img-src 'self' blob:",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types countersign ${trusted.join(' ')}`.trim(),
  ].join('; ');
}

// Serves the files of a folder, and those of `more`, from an origin of its own.
export class Shop {
  readonly origin: string;
  readonly #server: HttpServer;

  private constructor(origin: string, server: HttpServer) {
    this.origin = origin;
    this.#server = server;
  }

  static async open(
    folder: string,
    policy: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Shop> {
    const server = createServer((asked, answer) => {
      const path = asked.url === '/' ? '/index.html' : (asked.url ?? '');
      const file = join(folder, path);
      const text = more[path];
      if (text === undefined && !existsSync(file)) {
        answer.writeHead(404).end();
        return;
      }
      const type = types[extname(path)] ?? 'application/octet-stream';
      const headers = { 'Content-Type': type, 'Content-Security-Policy': policy };
      answer.writeHead(200, headers).end(text ?? readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Shop(`http://localhost:${(server.address() as AddressInfo).port}`, server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

// Opens a page of a shop on a phone that speaks English, with the camera of the tests.
export async function enter(
  browser: Browser,
  origin: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.setViewport(phone);
  await installCamera(page);
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'languages', { value: ['en'] });
  });
  await page.goto(origin);
  return { page, complaints };
}

// Fills in the form of a sample, which stands for a backend, and presses its button.
export async function fillIn(page: Page, server: Server, session: Session): Promise<void> {
  await page.waitForSelector('#start');
  await page.evaluate(
    (base, token) => {
      for (const [id, value] of [
        ['server', base],
        ['token', token],
      ] as const) {
        const field = document.getElementById(id);
        if (field instanceof HTMLInputElement) field.value = value;
      }
      document.querySelector<HTMLElement>('#start button')?.click();
    },
    server.base,
    session.sessionToken,
  );
}
