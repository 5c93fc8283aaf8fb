import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real server in a separate process, with a separate database and folder. */
export interface BenchServer extends AsyncDisposable {
  baseUrl: string;
  folder: string;
  /** Peak resident memory of the server process in MB, without the database's processes. */
  peakRssMb(): Promise<number>;
  connectionString(): Promise<string>;
  call(method: string, path: string, secret: string, body?: unknown): Promise<unknown>;
  /** Sends a file as one import and returns the report. */
  importFile(
    secret: string,
    file: string,
  ): Promise<{ durationMs: number; created: number; updated: number; unchanged: number; rejected: number }>;
  clientSecret: string;
  operatorSecret: string;
}

interface FirstRun {
  client: { secret: string };
}

/**
 * Starts the server process. `up` resolves to its address, or rejects if the process exits first. `gone` resolves when the process has
 * exited.
 */
function spawnServer(folder: string) {
  // The same flags, memory settings and compile cache as for `npm start` and bin/pimento.mjs.
  const compiled = join(import.meta.dirname, '../../packages/cli/node_modules/.cache/compiled');
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=4', '--v8-pool-size=2', join(import.meta.dirname, 'serve.ts'), folder],
    {
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '262144',
        MALLOC_TRIM_THRESHOLD_: '4194304',
        ...process.env,
        NODE_COMPILE_CACHE: compiled,
        PIMENTO_EXAMPLE: 'empty',
        PIMENTO_LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { promise: up, resolve, reject } = Promise.withResolvers<string>();
  child.stdout.on('data', (data: Buffer) => {
    const address = /running at (\S+)/.exec(data.toString())?.[1];
    if (address !== undefined) resolve(address);
  });
  const { promise: gone, resolve: setGone } = Promise.withResolvers<void>();
  child.on('exit', () => {
    reject(new Error('the server did not start'));
    setGone();
  });
  return { child, up, gone };
}

async function call(baseUrl: string, method: string, path: string, secret: string, body?: unknown): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${secret}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function importFile(
  baseUrl: string,
  secret: string,
  file: string,
): Promise<{ durationMs: number; created: number; updated: number; unchanged: number; rejected: number }> {
  const started = performance.now();
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const request = http.request(`${baseUrl}/api/import/v1/feeds/master`, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode !== 200) failed(new Error(`import: ${answer.statusCode} ${text.slice(0, 500)}`));
        else
          done({
            ...(JSON.parse(text) as { created: number; updated: number; unchanged: number; rejected: number }),
            durationMs: performance.now() - started,
          });
      });
    });
    request.on('error', failed);
    createReadStream(file, { highWaterMark: 1 << 18 }).pipe(request);
  });
}

export async function startBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-bench-'));
  const { child, up, gone } = spawnServer(folder);
  const baseUrl = await up;
  const readJson = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown;
  const firstRun = (await readJson('first-run.json')) as FirstRun; // written by main.ts
  const operator = (await readJson('operator-key.json')) as { secret: string }; // written by main.ts
  return {
    baseUrl,
    folder,
    call: (method, path, secret, body) => call(baseUrl, method, path, secret, body),
    importFile: (secret, file) => importFile(baseUrl, secret, file),
    clientSecret: firstRun.client.secret,
    operatorSecret: operator.secret,
    async peakRssMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async connectionString() {
      return ((await readJson('bench-database.json')) as { connectionString: string }).connectionString; // written by serve.ts
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
