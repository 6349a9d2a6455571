// Since which browsers there is what a script or a style sheet names, by MDN's data.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env } from 'node:process';
import ts from 'typescript';

interface Support {
  readonly version_added: string | boolean | null;
  readonly flags?: unknown;
  readonly prefix?: unknown;
  readonly alternative_name?: unknown;
}
interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | Support[]>> };
  readonly [part: string]: unknown;
}

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as Feature;

/** The oldest browsers, by their name: the version in which esbuild's targets are given. */
export const OLDEST = JSON.parse(
  readFileSync(join(env['COUNTERSIGN_ROOT'] ?? '', 'http/pages/sdk/browsers.json'), 'utf8'),
) as Readonly<Record<string, string>>;

// Each with its siblings on phones and in apps, which have the same engine and version.
const siblings: Readonly<Record<string, readonly string[]>> = {
  chrome: ['chrome', 'chrome_android', 'webview_android', 'edge'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari', 'safari_ios'],
};

function featureAt(...path: readonly string[]): Feature | null {
  let at: unknown = data;
  for (const part of path) at = (at as Feature | undefined)?.[part];
  return (at as Feature | undefined)?.__compat === undefined ? null : (at as Feature);
}

function isThere(support: Support | Support[] | undefined, oldest: string): boolean {
  const all = support === undefined ? [] : [support].flat();
  return all.some(({ version_added: since, flags, prefix, alternative_name: other }) => {
    if (flags !== undefined || prefix !== undefined || other !== undefined) return false;
    const version = typeof since === 'string' ? since.replace('≤', '') : '';
    return Number.parseFloat(version) <= Number(oldest);
  });
}

// The oldest browsers that do not have it yet.
function lacking(feature: Feature): string[] {
  const support = feature.__compat?.support ?? {};
  return Object.entries(OLDEST).flatMap(([name, version]) =>
    (siblings[name] ?? []).filter((browser) => !isThere(support[browser], version)),
  );
}

// Where MDN's data has the members of what TypeScript's libraries call so.
const mixins: Readonly<Record<string, readonly string[]>> = {
  AbstractWorker: ['Worker'],
  ARIAMixin: ['Element'],
  Body: ['Response'],
  ChildNode: ['Element'],
  DocumentOrShadowRoot: ['ShadowRoot', 'Document'],
  ElementCSSInlineStyle: ['HTMLElement'],
  GlobalEventHandlers: ['Element', 'HTMLElement'],
  HTMLOrSVGElement: ['HTMLElement'],
  MessageEventTarget: ['Worker'],
  NonDocumentTypeChildNode: ['Element'],
  ParentNode: ['Element'],
  WindowOrWorkerGlobalScope: ['Window'],
  WindowEventHandlers: ['Window'],
};

function placesOf(owner: string): readonly string[] {
  if (owner.startsWith('Canvas')) return ['CanvasRenderingContext2D', owner];
  return mixins[owner] ?? [owner];
}

// Returns what MDN's data has by the name of a member of TypeScript's library of browsers, or null.
function browserFeature(owner: string, member: string): Feature | null {
  for (const place of placesOf(owner)) {
    const found =
      featureAt('api', place, member) ??
      featureAt('api', place, `${member}_static`) ??
      featureAt('webassembly', 'api', place, member) ??
      featureAt('webassembly', 'api', place, `${member}_static`);
    if (found !== null) return found;
  }
  return null;
}

// The same of TypeScript's libraries of the language.
function languageFeature(owner: string, member: string): Feature | null {
  const name = owner.replace(/^Readonly|Constructor$/g, '').replace(/^(Ui|I)nt\d+.*/, 'TypedArray');
  return (
    featureAt('javascript', 'builtins', name, member) ??
    featureAt('javascript', 'builtins', 'Intl', name, member) ??
    featureAt('javascript', 'builtins', 'Intl', member)
  );
}

// A member of an interface of browsers or of the language; of a global none is named.
export interface Member {
  readonly owner: string;
  readonly member: string;
}

// All that some of the oldest browsers lack.
export function allNewer(): Member[] {
  const api = Object.entries(data['api'] as Feature);
  const { builtins } = data['javascript'] as { builtins: Feature };
  return [...api, ...Object.entries(builtins)].flatMap(([owner, members]) => {
    if (lackedAt(members)) return [{ owner: '', member: owner }];
    return Object.entries(members as Feature)
      .filter(([member, feature]) => member !== owner && lackedAt(feature))
      .map(([member]) => ({ owner, member: member.replace(/_static$/, '') }));
  });
}

function lackedAt(feature: unknown): boolean {
  const { __compat: known } = feature as Feature;
  return known !== undefined && lacking(feature as Feature).length > 0;
}

// The name of the type or namespace that declares a member; '' of a global.
function ownerOf(declaration: ts.Declaration): string {
  for (let at: ts.Node = declaration.parent; at !== undefined; at = at.parent) {
    if (ts.isInterfaceDeclaration(at) || ts.isModuleDeclaration(at)) return at.name.getText();
    // The static members of `declare var Name: { ... }`.
    if (ts.isTypeLiteralNode(at) && ts.isVariableDeclaration(at.parent)) {
      return at.parent.name.getText();
    }
  }
  return '';
}

// The names, such as `AbortSignal.timeout`, of what a program's own files use of TypeScript's
// libraries and what some of the oldest browsers lack.
export function newerIn(project: string, folders: readonly string[]): Map<string, string[]> {
  const read = ts.getParsedCommandLineOfConfigFile(project, {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(String(messageText));
    },
  });
  if (read === undefined) throw new Error(`there is no ${project}`);
  const program = ts.createProgram(read.fileNames, read.options);
  const checker = program.getTypeChecker();
  const newer = new Map<string, string[]>();
  const see = (node: ts.Identifier): void => {
    for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) {
      const file = declaration.getSourceFile();
      if (!program.isSourceFileDefaultLibrary(file)) continue;
      const [owner, member] = [ownerOf(declaration), node.text];
      const isLanguage = /lib\.(es|decorators)/.test(file.fileName);
      const feature =
        owner === ''
          ? (featureAt('api', member) ?? featureAt('api', 'Window', member))
          : isLanguage
            ? languageFeature(owner, member)
            : browserFeature(owner, member);
      const without = feature === null ? [] : lacking(feature);
      if (without.length > 0) newer.set(owner === '' ? member : `${owner}.${member}`, without);
    }
  };
  const visit = (node: ts.Node): void => {
    // A type is gone when the script is bundled.
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node)) see(node);
    node.forEachChild(visit);
  };
  for (const file of program.getSourceFiles()) {
    if (folders.some((folder) => file.fileName.startsWith(folder))) visit(file);
  }
  return newer;
}

// The same of a style sheet: its properties and pseudo-classes.
export function newerInStyle(css: string): Map<string, string[]> {
  const newer = new Map<string, string[]>();
  const see = (name: string, feature: Feature | null): void => {
    const without = feature === null ? [] : lacking(feature);
    if (without.length > 0) newer.set(name, without);
  };
  const text = css.replace(/\/\*[^]*?\*\//g, '');
  for (const [, property = ''] of text.matchAll(/[{;]\s*([a-z][a-z-]*)\s*:/g)) {
    see(property, featureAt('css', 'properties', property));
  }
  for (const [, name = ''] of text.matchAll(/:([a-z-]+)/g)) {
    see(`:${name}`, featureAt('css', 'selectors', name));
  }
  return newer;
}
