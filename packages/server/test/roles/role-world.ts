import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import { createTestDatabase } from '../test-database.ts';
import { createTestCaller, type TestCaller } from '../test-service.ts';

export interface RoleProcess extends PimentoProgram {
  baseUrl: string;
}

/** Real processes with roles. They share a database, a store of files and a key. The process `api` answers requests. */
export interface RoleWorld extends AsyncDisposable {
  api: RoleProcess;
  start(role: string, settings?: Record<string, string>): Promise<RoleProcess>;
  /** Returns a caller of a process with the key of the demo client, of an operator, or of the adapter of the example. */
  caller(process: RoleProcess, who: 'client' | 'operator' | 'adapter'): TestCaller;
}

export async function startRoleWorld(settings: Record<string, string> = {}): Promise<RoleWorld> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await createTestDatabase());
  const first = resources.use(await makeDataFolder());
  const shared = {
    PIMENTO_DATABASE_URL: database.connectionString,
    PIMENTO_ASSETS_URL: pathToFileURL(join(first.data, '..', 'assets')).href,
    PIMENTO_SECRET_KEY: randomBytes(32).toString('base64'),
    PIMENTO_DOWNLOAD_ALLOW: '127.0.0.0/8',
    PIMENTO_IMPORT_THREADS: '1',
    ...settings,
  };
  const run = async (stack: AsyncDisposableStack, data: string, role: string, more = {}): Promise<RoleProcess> => {
    const { baseUrl, ...program } = stack.use(await startProgram(data, 0, { ...shared, PIMENTO_ROLE: role, ...more }));
    assert.ok(baseUrl, program.stderr());
    return { ...program, baseUrl };
  };
  const api = await run(resources, first.data, 'api');
  const secrets = await readSecrets(first.data);
  const opened = resources.move();
  return {
    api,
    async start(role, more = {}) {
      const folder = opened.use(await makeDataFolder());
      return run(opened, folder.data, role, more);
    },
    caller: ({ baseUrl }, who) => createTestCaller(baseUrl, { clientId: 'demo', keyId: '', secret: secrets[who] }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function readSecrets(data: string): Promise<Record<'client' | 'operator' | 'adapter', string>> {
  // written by the first start
  const read = async (name: string) => JSON.parse(await readFile(join(data, name), 'utf8')) as Record<string, unknown>;
  const firstRun = (await read('first-run.json')) as Record<'client' | 'adapter', { secret: string }>;
  const operator = String((await read('operator-key.json'))['secret']);
  return { client: firstRun.client.secret, adapter: firstRun.adapter.secret, operator };
}

/** Repeats a check every 25 ms until it returns a value. Fails after 15 s. */
export async function until<T>(what: string, check: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    assert.ok(performance.now() < deadline, `${what} did not happen`);
    await pause(25);
  }
}
