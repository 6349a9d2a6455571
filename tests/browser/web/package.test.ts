// The npm package is whole: it is installed into an empty folder and used from there alone.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { test } from 'node:test';

import { languages } from '../../../http/pages/sdk/src/texts/texts.js';
import { OLDEST } from './browser_ages.js';
import { MADE, ROOT, run, tsc } from './files.js';

const GUIDE_WASM = env['COUNTERSIGN_GUIDE_WASM'] ?? '';
const PACKED = join(MADE, 'packed');
const USER = join(MADE, 'user');
const INSTALLED = join(USER, 'node_modules/countersign-capture');

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
  dependencies?: object;
}

const PROGRAM = `
import { CaptureClient, Refusal } from 'countersign-capture';
import type { components, StepOutcome } from 'countersign-capture';

export async function capture(token: string, image: Blob, signal: AbortSignal): Promise<string> {
  const client = new CaptureClient({ server: 'https://verify.example', token });
  try {
    const { nonce } = await client.documentChallenge({ signal });
    const form = { image, nonce, documentType: 'PASSPORT', side: 'FRONT' } as const;
    const onProgress = (share: number): string => share.toFixed();
    return told(await client.submitDocument(form, { signal, onProgress }));
  } catch (error) {
    if (error instanceof Refusal) return \`\${error.code} \${error.retryAfterSeconds ?? 0}\`;
    throw error;
  }
}

function told(outcome: StepOutcome): string {
  if (outcome.ok) return outcome.fileId;
  switch (outcome.code) {
    case 'DOCUMENT_BLURRY':
      return 'blurry';
    default:
      return outcome.detail;
  }
}

export const passed = (result: components['schemas']['Result']): boolean =>
  result.resultStatus === 'PASSED';
`;

// The components: each with what it hears of the element, and the element itself.
const REACT_PROGRAM = `
import { useRef } from 'react';
import { Capture } from 'countersign-capture/react';
import type { CaptureComponentProps } from 'countersign-capture/react';
import type { CaptureElement } from 'countersign-capture';

export function Page({ token, told }: { token: string; told: (result: string) => void }) {
  const element = useRef<CaptureElement>(null);
  const rest: CaptureComponentProps = { lang: 'de', texts: { en: { begin: 'Go' } } };
  return <Capture ref={element} token={token} history workerUrl="guide-worker.js" {...rest}
    onOutcome={(outcome) => told(outcome.ok ? outcome.fileId : outcome.code)}
    onDone={({ result }) => told(result)} className="wide" style={{ height: '40rem' }} />;
}
`;

const VUE_PROGRAM = `
import { Capture } from 'countersign-capture/vue';
import { defineComponent, h } from 'vue';

export const Page = (told: (result: string) => void) => defineComponent(() => () =>
  h(Capture, { token: 'svct_1', history: true, workerUrl: 'guide-worker.js', class: 'wide',
    texts: { en: { begin: 'Go' } }, onDone: ({ result }) => told(result) }));
`;

const JSX_PROGRAM = `
import type {} from 'countersign-capture/react';

export const capture = (token: string, told: (result: string) => void) => (
  <countersign-capture token={token} history worker-url="guide-worker.js"
    texts={{ en: { begin: 'Go' } }} className="wide" ref={(element) => element?.focus()}
    ondone={({ detail }) => told(detail.result)} />
);
`;

// Compiles programs, by the names of their files.
function compileAll(module: string, resolution: string, programs: Record<string, string>): string {
  const options = { module, moduleResolution: resolution, types: [], jsx: 'react-jsx' };
  const config = {
    extends: join(ROOT, 'http/pages/tsconfig.base.json'),
    compilerOptions: { ...options, exactOptionalPropertyTypes: true, skipLibCheck: false },
    files: Object.keys(programs),
  };
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(USER, name), program);
  writeFileSync(join(USER, 'tsconfig.json'), JSON.stringify(config));
  return tsc(['--project', USER], USER).output;
}

const compile = (
  module: string,
  resolution: string,
  program: string,
  name = 'use.ts',
): string => compileAll(module, resolution, { [name]: program });

test('the package is packed, and installed without a registry', () => {
  const packed = run(join(ROOT, 'http/pages/sdk/pack.sh'), [PACKED, GUIDE_WASM]);
  assert.equal(packed.status, 0, packed.output);
  const archives = readdirSync(PACKED).filter((file) => file.endsWith('.tgz'));
  assert.equal(archives.length, 1);
  mkdirSync(USER);
  writeFileSync(join(USER, 'package.json'), '{ "private": true, "type": "module" }');
  const archive = join(PACKED, archives[0] ?? '');
  const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], USER);
  assert.equal(installed.status, 0, installed.output);
});

test('the package has what it exports, and needs no other', () => {
  const manifest = JSON.parse(readFileSync(join(INSTALLED, 'package.json'), 'utf8')) as Manifest;
  assert.equal(manifest.dependencies, undefined);
  const exported = Object.values(manifest.exports)
    .flatMap((each) => (typeof each === 'string' ? [each] : Object.values(each)))
    .filter((file) => file !== './dist/guide.wasm' || GUIDE_WASM !== '')
    .filter((file) => file !== './dist/guide-worker.js' || existsSync(workerSource()));
  assert.ok(exported.length >= 3);
  for (const file of [...exported, 'README.md', 'LICENSE']) {
    assert.ok(existsSync(join(INSTALLED, file)), `${file} is missing`);
  }
  const bundle = readFileSync(join(INSTALLED, 'dist/index.js'), 'utf8');
  assert.doesNotMatch(bundle, /^\s*import\s|\brequire\(/m);
  // Each language but English, when it is wanted, the controls of a test, and nothing else.
  const imported = [...bundle.matchAll(/\bimport\(([^)]*)\)/g)].map(([, file]) => file);
  const others = Object.keys(languages).filter((code) => code !== 'en');
  const expected = ['test-mode/bar', ...others.map((code) => `texts/${code}`)];
  assert.deepEqual(imported.sort(), expected.map((file) => `"./${file}.js"`).sort());
  assert.ok(existsSync(join(INSTALLED, 'dist/test-mode/bar.js')));
  assert.ok(!bundle.includes('Go through all screens'), 'index.js has what only a test needs');
  for (const code of others) {
    assert.ok(!bundle.includes(textOf(code)), `index.js has the texts of ${code}`);
    assert.ok(existsSync(join(INSTALLED, `dist/texts/${code}.js`)), code);
  }
  assert.deepEqual(
    readdirSync(join(INSTALLED, 'dist')).filter((file) => file.startsWith('chunk')),
    [],
  );
  assert.doesNotMatch(bundle, /innerHTML|localStorage|\beval\(/);
});

// esbuild makes older syntax of newer, or fails: what is old enough stays as it is.
test('the package has no syntax that the oldest browsers lack', () => {
  const target = Object.entries(OLDEST).map((one) => one.join('')).join(',');
  const made = (file: string, ...options: string[]): string => {
    const ended = run('esbuild', [file, '--charset=utf8', ...options]);
    assert.equal(ended.status, 0, ended.output);
    return ended.output;
  };
  const scripts = ['index.js', 'react.js', 'vue.js', 'guide-worker.js', 'test-mode/bar.js'];
  for (const name of [...scripts, 'element.css']) {
    const file = join(INSTALLED, 'dist', name);
    assert.equal(made(file, `--target=${target}`), made(file), name);
  }
  const newer = join(USER, 'newer.js');
  writeFileSync(newer, 'export class One { static { One.two ||= 2; } }\n');
  assert.notEqual(made(newer, `--target=${target}`), made(newer));
});

// A text of a language that no other has.
function textOf(code: string): string {
  const file = readFileSync(join(INSTALLED, `dist/texts/${code}.js`), 'utf8');
  return /welcomeBody: "([^"]+)"/.exec(file)?.[1] ?? '';
}

function workerSource(): string {
  return join(ROOT, 'http/pages/sdk/src/guide-worker.ts');
}

test('a strict program compiles against the package, by both ways to find it', () => {
  assert.equal(compile('nodenext', 'nodenext', PROGRAM), '');
  const wrong = PROGRAM.replace("'FRONT' }", "'TOP' }");
  assert.match(compile('esnext', 'bundler', wrong), /^use\.ts\(\d+,\d+\): error TS2345[^]*$/);
});

test('a strict program of React compiles against the entry for it', () => {
  const compiled = (program: string): string =>
    compile('esnext', 'bundler', program, 'use.tsx');
  assert.equal(compiled(JSX_PROGRAM), '');
  for (const [right, wrong] of [
    ['history', 'history="yes"'],
    ['detail.result', 'detail.code'],
  ] as const) {
    assert.match(compiled(JSX_PROGRAM.replace(right, wrong)), /^use\.tsx\(\d+,\d+\): error TS2/);
  }
});

test('strict programs compile against the components for React and Vue', () => {
  const right = { 'react.tsx': REACT_PROGRAM, 'vue.ts': VUE_PROGRAM };
  assert.equal(compileAll('esnext', 'bundler', right), '');
  const wrong = {
    'react1.tsx': REACT_PROGRAM.replace('history', 'history="yes"'),
    'react2.tsx': REACT_PROGRAM.replace('{ result }', '{ code }'),
    'vue1.ts': VUE_PROGRAM.replace('history: true', "history: 'yes'"),
    'vue2.ts': VUE_PROGRAM.replace('{ result }', '{ code }'),
  };
  const told = compileAll('esnext', 'bundler', wrong);
  for (const name of Object.keys(wrong)) {
    assert.match(told, new RegExp(`^${name}\\(\\d+,\\d+\\): error TS2`, 'm'), name);
  }
});

test('a component imports its framework and the element, and nothing else', () => {
  for (const name of ['react', 'vue']) {
    const script = readFileSync(join(INSTALLED, `dist/${name}.js`), 'utf8');
    const imported = [...script.matchAll(/\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/g)];
    const names = imported.map(([, first, second]) => first ?? second).sort();
    assert.deepEqual(names, ['./index.js', name]);
    assert.ok(Buffer.byteLength(script) < 8000);
  }
  const react = readFileSync(join(INSTALLED, 'dist/react.js'), 'utf8');
  assert.ok(react.startsWith("'use client';"));
});

test('a component is rendered on a server, without a token in the markup', () => {
  const program =
    "import { createElement } from 'react';" +
    "import { renderToString } from 'react-dom/server';" +
    "import { createSSRApp, h } from 'vue';" +
    "import { renderToString as ofVue } from 'vue/server-renderer';" +
    "import { Capture as React } from 'countersign-capture/react';" +
    "import { Capture as Vue } from 'countersign-capture/vue';" +
    "const props = { server: 'https://a.example', token: 'svct_1', cssUrl: '/e.css' };" +
    'props.history = true;' +
    'console.log(renderToString(createElement(React, props)));' +
    'console.log(await ofVue(createSSRApp({ render: () => h(Vue, props) })));';
  const ended = run(execPath, ['--input-type=module', '--eval', program], USER);
  const [react, vue] = ended.output.split('\n');
  for (const markup of [react, vue]) {
    assert.match(markup ?? '', /^<countersign-capture /, ended.output);
    for (const part of ['server="https://a.example"', 'css-url="/e.css"', 'history']) {
      assert.ok(markup?.includes(part), markup);
    }
    assert.ok(!markup?.includes('svct_1'), markup);
  }
});

test('the package loads where there is no page', () => {
  const program = "import('countersign-capture').then((m) => console.log(typeof m.CaptureClient))";
  const ended = run(execPath, ['--eval', program], USER);
  assert.equal(ended.output, 'function\n');
});

test('the package speaks a language whose file it fetches', () => {
  const program =
    "import('countersign-capture').then(async (m) => " +
    "console.log((await m.speechOf('de')).say('attemptsLeft', { n: 1 })))";
  const ended = run(execPath, ['--eval', program], USER);
  assert.equal(ended.output, 'Noch 1 Versuch\n');
});
