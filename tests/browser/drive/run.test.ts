// `./dev serve` does what `./dev run` does once it has built: the links in its box lead to the demo
// client's page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { desktop, launch, phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { freePort } from './support/server.js';

let browser: Browser;
const scripts: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'countersign-run-'));

before(async () => {
  // The certificate is one that nobody has vouched for, as a phone finds it.
  browser = await launch('chromium', '--ignore-certificate-errors');
});

after(async () => {
  for (const script of scripts) script.kill('SIGTERM'); // where a test has failed before its end
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly script: ChildProcess;
  readonly said: string;
  readonly box: string[];
}

// Starts the server; returns when the box is whole.
async function started(...options: string[]): Promise<Started> {
  const port = await freePort();
  const script = spawn(join(env['COUNTERSIGN_ROOT'] ?? '', 'dev'), ['serve', ...options], {
    env: {
      ...env,
      COUNTERSIGN_RUN_DIR: join(folder, 'run'),
      COUNTERSIGN_LISTEN: `127.0.0.1:${port}`,
      COUNTERSIGN_REVIEW_LISTEN: `${await freePort()}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  scripts.push(script);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    script.once('exit', () => reject(new Error(`the server has ended: ${said}`)));
    script.stdout?.on('data', (part: Buffer) => {
      said += part.toString();
      if (/^\+-+\+\n(?:\|.*\n)+\+-+\+\n$/m.test(said)) resolve();
    });
  });
  const box = said.slice(said.indexOf('\n+-')).split('\n');
  return { script, said, box: box.map((line) => line.replace(/^\| | *\|$/g, '')) };
}

async function stopped({ script }: Started): Promise<void> {
  const ended = new Promise((resolve) => script.once('exit', resolve));
  script.kill('SIGTERM');
  await ended;
}

async function first(address: string, size: typeof phone | typeof desktop): Promise<Person> {
  const page = await browser.newPage();
  await page.setViewport(size);
  await page.goto(`${address}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  return person;
}

test('on this machine alone the box ends with both links', async () => {
  const run = await started();
  const links = run.box.filter((line) => line.startsWith('http'));
  assert.equal(links.length, 2);
  assert.match(links[0] ?? '', /^http:\/\/localhost:\d+\/capture#c=/);
  assert.match(links[1] ?? '', /^http:\/\/localhost:\d+\/review#register=/);
  assert.ok(run.said.indexOf('unzip') < run.said.indexOf('+--'), 'the script comes before the box');
  const person = await first(links[0] ?? '', desktop);
  assert.match(await person.reads(), /Harbour Bank \(demo\) asks you[^]*Only this computer/);
  const look = await person.page.evaluate(() => {
    const element = document.querySelector('countersign-capture');
    const logo = element?.shadowRoot?.querySelector<HTMLImageElement>('.brand img');
    const accent = element === null ? '' : getComputedStyle(element).getPropertyValue('--accent');
    return { logo: logo?.hidden, accent: accent.trim() };
  });
  assert.deepEqual(look, { logo: false, accent: '#0b6e4f' });
  await person.presses('Continue on this device');
  await person.sees('CONSENT');
  assert.match(await person.reads(), /This is a demonstration/);
  await person.page.close();
  await stopped(run);
});

test('with --lan a phone captures over TLS, by a certificate of the machine’s own', async () => {
  const run = await started('--lan');
  const links = run.box.filter((line) => line.startsWith('http'));
  assert.match(links[0] ?? '', /^https:\/\/\d+\.\d+\.\d+\.\d+:\d+\/capture#c=/);
  assert.doesNotMatch(links[0] ?? '', /127\.0\.0\.1/);
  assert.match(run.box.join(' '), /warns that the connection is not private/);
  for (const file of ['lan.key', 'lan.pem']) {
    assert.equal(statSync(join(folder, 'run', file)).mode & 0o777, 0o600, file);
  }
  const person = await first(links[0] ?? '', phone);
  assert.equal(await person.page.evaluate(() => window.isSecureContext), true);
  await person.page.close();
  await stopped(run);
});
