import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { openSealed, sealedSize, sealObject } from '../../src/backup/repository/object-secrets.ts';

const key = randomBytes(32);
const chunk = 65_536;

/** Yields the bytes in chunks of up to `size` bytes, like a disk or a network. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const seal = (bytes: Buffer, size = 10_000) => buffer(sealObject(inPieces(bytes, size), key, 'files/a'));
const open = (sealed: Buffer, name = 'files/a', size = 7_777) => buffer(openSealed(inPieces(sealed, size), key, name));

test('encrypted bytes have the expected size and are opened again, in whatever pieces they arrive', async () => {
  const sizes = fc.oneof(
    fc.integer({ min: 0, max: 200_000 }),
    fc.constantFrom(0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk),
  );
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1_000, max: 100_000 }), async (size, pieces) => {
      const bytes = randomBytes(size);
      const sealed = await seal(bytes, pieces);
      assert.equal(sealed.length, sealedSize(size));
      assert.deepEqual(await open(sealed, 'files/a', pieces + 1), bytes);
    }),
    { numRuns: 30 },
  );
});

test('a changed byte, a missing end, exchanged chunks, another name and another key are noticed', async () => {
  const sealed = await seal(randomBytes(2 * chunk + 5));
  const refused = (bytes: Buffer, name?: string) => assert.rejects(open(bytes, name), { name: 'BrokenSealError' });
  for (const at of [0, 40, 32 + chunk + 3, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await refused(changed);
  }
  const [first, second] = [32, 32 + chunk + 16];
  const end = second + chunk + 16;
  for (const length of [0, 10, 32, second, end, sealed.length - 1]) await refused(sealed.subarray(0, length));
  const salt = sealed.subarray(0, first);
  await refused(
    Buffer.concat([salt, sealed.subarray(second, end), sealed.subarray(first, second), sealed.subarray(end)]),
  );
  await refused(sealed, 'files/b');
  await assert.rejects(buffer(openSealed(inPieces(sealed, 9_999), randomBytes(32), 'files/a')), {
    name: 'BrokenSealError',
  });
});
