// Where the tests find the tree and what sdk.sh has made.
import { env } from 'node:process';

export function named(variable: string): string {
  const value = env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run tests/http/sdk/sdk.sh`);
  return value;
}

/** The root of the tree. */
export const ROOT = named('COUNTERSIGN_ROOT');
/** A folder for what the tests make; sdk.sh empties it first. */
export const MADE = named('COUNTERSIGN_SDK_FOLDER');
