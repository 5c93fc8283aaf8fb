import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../platform/temporary-folder.ts';

/** Script that spools a body of one chunk of 100,000 bytes, and prints the number of bytes that can be read from the file, or the error. */
const program = `
const [module, folder] = process.argv.slice(1);
const { withSpooledBody } = await import(module);
const spool = { folder, name: 'body', bytes: 0 };
async function* body() {
  yield new Uint8Array(100_000);
}
const read = withSpooledBody(spool, body(), async (source) => {
  let bytes = 0;
  for await (const chunk of source().bytes) bytes += chunk.byteLength;
  return bytes;
});
console.log(await read.catch((error) => error.code));
`;

/** @param maxBlocks maximum size of a file in blocks of 512 or 1,024 bytes, depending on the shell. A longer write is cut off there. */
async function spoolWith(maxBlocks: number): Promise<string> {
  await using folder = await makeTemporaryFolder();
  const module = new URL('../../../src/imports/run/body-spool.ts', import.meta.url).href;
  const limited = `ulimit -f ${maxBlocks} && exec "$@"`;
  const script = ['--input-type=module', '-e', program, module, folder.path];
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, 'sh', process.execPath, ...script]);
  return stdout.trim();
}

test('a body that is cut off while it is written to a file is an error and not a shorter body', async () => {
  assert.deepEqual(await Promise.all([spoolWith(1_000), spoolWith(64)]), ['100000', 'EFBIG']);
});
