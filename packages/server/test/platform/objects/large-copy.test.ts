import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { systemClock } from '../../../src/platform/index.ts';
import { s3CopyLimits } from '../../../src/platform/objects/s3-copy.ts';
import { createS3Store } from '../../../src/platform/objects/s3-store.ts';
import { startCopyingS3Server } from '../../assets/copying-s3-server.ts';
import { startS3Server } from '../../assets/s3-server.ts';

const partBytes = 5 * 1024 ** 2;

test('an object larger than one copy may be is copied within its bucket in parts, and is the same afterwards', async () => {
  await using service = await startS3Server();
  await using copying = await startCopyingS3Server(service.endpoint);
  await using store = createS3Store({
    bucket: 'files',
    prefix: 'large/',
    region: 'eu-central-1',
    endpoint: copying.endpoint,
    copyLimits: { wholeBytes: 2 * partBytes, partBytes },
    clock: systemClock,
  });
  const bytes = randomBytes(2 * partBytes + 1_000_000);
  async function* pieces() {
    for (let at = 0; at < bytes.byteLength; at += 100_000) yield bytes.subarray(at, at + 100_000);
  }
  const put = await store.put(pieces(), (sha256) => `acme/${sha256}`);
  assert.equal(put.sha256, createHash('sha256').update(bytes).digest('hex'));
  assert.equal(put.size, bytes.byteLength);
  assert.ok((await buffer(await store.get(put.key))).equals(bytes));
  assert.deepEqual(copying.ranges.toSorted(), [
    `bytes=0-${partBytes - 1}`,
    `bytes=${2 * partBytes}-${bytes.byteLength - 1}`,
    `bytes=${partBytes}-${2 * partBytes - 1}`,
  ]);
  assert.equal(await store.sweep(new Date(Date.now() + 3_600_000)), 0, 'nothing is left where it arrived');
});

test('the limits of copies are those of S3', () => {
  assert.equal(s3CopyLimits.wholeBytes, 5 * 1024 ** 3);
  assert.ok(s3CopyLimits.partBytes <= s3CopyLimits.wholeBytes);
});
