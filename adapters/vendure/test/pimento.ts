import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFreshDatabase } from './fresh-database.ts';
import { startProgram } from './program.ts';

/** Sends a request with a key and asserts the status. */
export type AskPimento = (
  method: string,
  path: string,
  body?: unknown,
  status?: number,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
) => Promise<any>;

export interface TestPimento extends AsyncDisposable {
  baseUrl: string;
  client: AskPimento;
  operator: AskPimento;
}

/** Starts the real service with a client and an operator key. */
export async function startPimento(): Promise<TestPimento> {
  const database = await createFreshDatabase();
  const data = await mkdtemp(join(tmpdir(), 'pimento-vendure-'));
  const script = fileURLToPath(new URL('../../../packages/cli/bin/pimento.mjs', import.meta.url));
  const program = startProgram([script, 'start', '--port', '0', '--data', data], {
    PIMENTO_DATABASE_URL: database.connectionString,
    PIMENTO_LOG_LEVEL: 'warn',
    PIMENTO_EXAMPLE: 'empty',
  });
  const baseUrl = await program.address;
  const readJson = async (name: string) => JSON.parse(await readFile(join(data, name), 'utf8'));
  return {
    baseUrl,
    client: askWith(baseUrl, (await readJson('first-run.json')).client.secret),
    operator: askWith(baseUrl, (await readJson('operator-key.json')).secret),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    },
  };
}

function askWith(baseUrl: string, secret: string): AskPimento {
  return async (method, path, body, status = 200) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, status, `${method} ${path}: ${text.slice(0, 500)}`);
    return /\bjson\b/.test(answer.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text;
  };
}
