import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const script = fileURLToPath(new URL('../bin/pimento.mjs', import.meta.url));

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  /** stdout parsed as JSON, or undefined if it is not JSON. */
  json: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the environment without Pimento settings, so that settings of this machine do not affect the tests. */
export function plainEnvironment(more: Record<string, string> = {}): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PIMENTO_') && name !== 'DATABASE_URL');
  return { ...Object.fromEntries(own), ...more };
}

/** Runs the real command line until it exits. */
export async function run(
  commandLine: string[],
  options: { input?: string | Uint8Array; environment?: Record<string, string>; node?: string[]; script?: string } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [...(options.node ?? []), options.script ?? script, ...commandLine], {
    env: plainEnvironment(options.environment),
  });
  child.stdin.on('error', () => undefined); // a command that fails early does not read its input
  child.stdin.end(options.input ?? '');
  const [stdout, stderr, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, 'close') as Promise<[number | null]>, // Node.js documents these arguments of the event
  ]);
  return { code, stdout, stderr, json: parse(stdout) };
}
