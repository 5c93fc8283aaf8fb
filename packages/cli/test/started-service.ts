import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnvironment, script } from './command-line.ts';

export interface StartedService extends AsyncDisposable {
  /** Folder for the files of the test. Contains the data folder. */
  folder: string;
  data: string;
  baseUrl: string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the service with `pimento start` in a separate folder. By default, the service has the example catalogue but not the example
 * market, whose adapter would double the memory use.
 * @param before data folder of a stopped service, which the new service gets as a copy, or undefined for a first start
 * @param isLean true to start the service with `lean-service.ts` instead of `pimento start`
 */
export async function startService(
  environment: Record<string, string> = {},
  before?: string,
  isLean = false,
): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-cli-'));
  const data = join(folder, 'data');
  // `cp -a` preserves the owner of the files, because a database that root starts runs as a different user.
  if (before !== undefined) await promisify(execFile)('cp', ['-a', before, data]);
  const lean = join(import.meta.dirname, 'lean-service.ts');
  const commandLine = isLean ? [lean, data] : [script, 'start', '--port', '0', '--data', data];
  const child = spawn(process.execPath, commandLine, {
    env: plainEnvironment({ PIMENTO_LOG_LEVEL: 'silent', PIMENTO_EXAMPLE: 'catalogue', ...environment }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>; // Node.js documents these arguments of the event
  const { promise: running, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    const address = /running at (\S+)/.exec(printed)?.[1];
    if (address !== undefined) resolve(address);
  });
  void ended.then(() => {
    reject(new Error(`the service ended: ${printed}`));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return {
    folder,
    data,
    baseUrl: await running,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
