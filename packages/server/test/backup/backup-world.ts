import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { assetPath, formOf } from '../assets/asset-server.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import type { PimentoProgram } from '../pimento-program.ts';
import { createTestCaller, type TestCaller } from '../test-service.ts';

const script = fileURLToPath(new URL('../../../cli/bin/pimento.mjs', import.meta.url));

/** Uploads random bytes to an asset that a product refers to. */
async function upload(client: TestCaller, assetId: string): Promise<void> {
  const bytes = new Uint8Array(randomBytes(20_000));
  const { body, type } = formOf([{ bytes, name: `${assetId}.bin` }]);
  const path = `/api/asset/v1/assets/upload?${new URLSearchParams({ assetId }).toString()}`;
  const answer = await client.call('POST', path, { headers: { 'content-type': type }, body });
  assert.equal(answer.body.status, 'READY', answer.text);
}

/** Uploads a picture to an asset, and waits until its thumbnails are stored. */
export async function uploadPicture(client: TestCaller, assetId: string): Promise<void> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { body, type } = formOf([{ bytes: new Uint8Array(bytes), name: 'red.png' }]);
  const path = `/api/asset/v1/assets/upload?${new URLSearchParams({ assetId }).toString()}`;
  await client.call('POST', path, { headers: { 'content-type': type }, body });
  while ((await client.call('GET', assetPath(assetId))).body.hasThumbnail !== true) await sleep(50);
}

/** Imports products `PREFIX-0` … with an asset each, and uploads the file of each asset. */
export async function importWithFiles(client: TestCaller, prefix: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, place) => `${prefix}-${place}`);
  const products = ids.map((id) => ({ __ID: id, __Name: `Product ${id}`, picture: `${id}-file` }));
  const { status, text } = await client.importProducts(products);
  assert.equal(status, 200, text);
  for (const id of ids) await upload(client, `${id}-file`);
}

/** Reads an installation's products, files and adapter events, so that two states can be compared. */
export async function look(program: PimentoProgram, data: string, client: TestCaller) {
  const products = await client.exported();
  const files = new Map<string, string>();
  for (const id of products.keys()) {
    const response = await fetch(`${program.baseUrl}${assetPath(`${id}-file`, '/content')}`, {
      headers: { authorization: `Bearer ${client.secret}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    files.set(id, `${response.status} ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  const { adapter } = JSON.parse(await readFile(join(data, 'first-run.json'), 'utf8')) as {
    adapter: { keyId: string; secret: string };
  };
  const caller = createTestCaller(program.baseUrl ?? '', { clientId: null, ...adapter });
  const events = (await caller.call('GET', '/external/events?autoAck=false')).body.events as unknown[];
  return { products, files, events };
}

/** Creates a store of files that contains a named pipe instead of a file. A program that reads the pipe waits until it is killed. */
export async function makePipeStore(): Promise<AsyncDisposable & { address: string }> {
  const folder = await makeTemporaryFolder();
  const objects = join(folder.path, 'objects/demo');
  await mkdir(objects, { recursive: true });
  await promisify(execFile)('mkfifo', [join(objects, '0'.repeat(64))]);
  return { address: pathToFileURL(folder.path).href, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Runs a command line and kills it when it has printed the text `at` on stderr. @returns its exit code, or null if it was killed */
export async function runAndKill(
  commandLine: string[],
  at: string,
  settings: Record<string, string>,
): Promise<number | null> {
  const own = Object.entries(process.env).filter(([name]) => !/^(PIMENTO_|DATABASE_URL$|NODE_TEST)/.test(name));
  const child = spawn(process.execPath, [script, ...commandLine], {
    env: { ...Object.fromEntries(own), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.includes(at)) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return child.exitCode;
}

/** Returns the paths of all files below a folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
