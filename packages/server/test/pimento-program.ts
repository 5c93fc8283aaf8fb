import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestCaller, type TestCaller } from './test-service.ts';

const script = fileURLToPath(new URL('../../cli/bin/pimento.mjs', import.meta.url));

/** The real program in a separate process, with the embedded database. */
export interface PimentoProgram extends AsyncDisposable {
  /** Undefined if the program refused to start and has exited. */
  baseUrl: string | undefined;
  startMs: number;
  stdout(): string;
  stderr(): string;
  /** Returns the program's output on stderr without log lines. */
  refusal(): string;
  /** Resolves with the exit code, or with null if a signal ended the program. */
  ended: Promise<number | null>;
  /** Returns a caller with the key of the client that was created by the first start. */
  demo(): Promise<TestCaller>;
  /** Simulates a crash by killing Node.js alone, or Node.js and the database at the same time. */
  kill(what: 'node' | 'node and database'): Promise<void>;
  /** Kills only the database, which the program then restarts. */
  killDatabase(): Promise<void>;
  stop(): Promise<number | null>;
}

/** Creates a data folder that can be used for several starts of the program. */
export async function makeDataFolder(): Promise<AsyncDisposable & { data: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-program-'));
  return {
    data: join(folder, 'data'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

async function databasePid(data: string): Promise<number> {
  return Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process has already ended
  }
}

/**
 * Starts the program and waits until it accepts requests or has exited.
 * @param settings additional environment variables
 * @param program path of the program, by default that of this repository
 */
export async function startProgram(
  data: string,
  port = 0,
  settings: Record<string, string> = {},
  program = script,
): Promise<PimentoProgram> {
  const startedAt = performance.now();
  const own = Object.entries(process.env).filter(([name]) => !/^(PIMENTO_|DATABASE_URL$|NODE_TEST)/.test(name));
  const child = spawn(process.execPath, [program, 'start', '--port', String(port), '--data', data], {
    env: { ...Object.fromEntries(own), PIMENTO_LOG_LEVEL: 'warn', PIMENTO_EXAMPLE: 'empty', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  const { promise: serves, resolve } = Promise.withResolvers<string | undefined>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
    const address = /running at (\S+)\n/.exec(printed.stdout)?.[1];
    if (address !== undefined) resolve(address);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  const ended = once(child, 'exit').then(() => child.exitCode);
  void ended.then(() => {
    resolve(undefined);
  });
  const baseUrl = await serves;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const stop = () => {
    if (isAlive()) child.kill('SIGTERM');
    return ended;
  };
  return {
    baseUrl: baseUrl?.replace('localhost', '127.0.0.1'),
    startMs: performance.now() - startedAt,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    refusal: () => printed.stderr.replaceAll(/^\{.*\}\n/gm, ''),
    ended,
    async demo() {
      // the first start writes this file
      const { client } = JSON.parse(await readFile(join(data, 'first-run.json'), 'utf8')) as {
        client: { clientId: string; keyId: string; secret: string };
      };
      return createTestCaller(baseUrl?.replace('localhost', '127.0.0.1') ?? '', client);
    },
    async kill(what) {
      const database = what === 'node' ? undefined : await databasePid(data);
      child.kill('SIGKILL');
      if (database !== undefined) killNow(database);
      await ended;
    },
    async killDatabase() {
      killNow(await databasePid(data));
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}
