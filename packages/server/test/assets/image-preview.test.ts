import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { makePreview, PreviewRefusedError } from '../../src/assets/content/image-preview.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>';
const withEntity = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]>${svg}`;

test('an SVG that declares entities is never decoded, in whatever encoding they are declared', async () => {
  const { width, height } = await makePreview(Buffer.from(svg));
  assert.deepEqual([width, height], [20, 10]);
  await assert.rejects(makePreview(Buffer.from(withEntity)), /entities/);
  const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${withEntity}`, 'utf16le');
  await assert.rejects(makePreview(utf16), (error: Error) => /entities|unsupported/i.test(error.message));
});

test('a picture that claims more pixels than are decoded is refused for that, whatever its kind', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  // Overwrites width, height and checksum of the first chunk. The pixel data remains that of a 1×1 image.
  png.writeUInt32BE(65_536, 16);
  png.writeUInt32BE(65_536, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  const large = svg.replace('width="20" height="10"', 'width="30000" height="30000"');
  for (const bytes of [png, Buffer.from(large)]) {
    await assert.rejects(
      makePreview(bytes),
      (error) => error instanceof PreviewRefusedError && error.code === 'too-many-pixels',
    );
  }
});
