// Where the tests find the tree and what web.sh has made, and how they run a program.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';

function named(variable: string): string {
  const value = env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run tests/browser/web.sh`);
  return value;
}

/** The root of the tree. */
export const ROOT = named('COUNTERSIGN_ROOT');
/** A folder for what the tests make; web.sh empties it first. */
export const MADE = named('COUNTERSIGN_WEB_FOLDER');
/** The program that prints a delivery to a webhook, which is of the moment when it runs. */
export const PRINT_WEBHOOK = named('COUNTERSIGN_PRINT_WEBHOOK');
export const MODULES = join(ROOT, 'tests/browser/node_modules');

export function openapi(): unknown {
  return JSON.parse(readFileSync(join(MADE, 'openapi.json'), 'utf8'));
}

export function consoleDescription(): unknown {
  return JSON.parse(readFileSync(join(MADE, 'console.json'), 'utf8'));
}

export interface Ended {
  status: number | null;
  output: string;
}

export function run(program: string, args: string[], folder = ROOT): Ended {
  const ended = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (ended.error !== undefined) throw ended.error;
  return { status: ended.status, output: ended.stdout + ended.stderr };
}

/** Runs a script of a package of npm, given by its path below node_modules. */
export function runModule(script: string, args: string[], folder = ROOT): Ended {
  return run(execPath, [join(MODULES, script), ...args], folder);
}

export const tsc = (args: string[], folder = ROOT): Ended =>
  runModule('typescript/bin/tsc', args, folder);
