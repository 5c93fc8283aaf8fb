import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeContent, DecodingError } from '../../src/platform/core.ts';

const zstdWithChecksum = (bytes: Uint8Array) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
/** Compresses like a streaming encoder, so that the frame header does not contain the content size. */
const zstdStreamed = (bytes: Uint8Array) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } });
const encoders = {
  gzip: [gzipSync],
  'x-gzip': [gzipSync],
  zstd: [zstdCompressSync, zstdWithChecksum, zstdStreamed],
  deflate: [deflateSync],
  br: [brotliCompressSync],
} satisfies Record<string, ((bytes: Uint8Array) => Buffer)[]>;

function skippable(content: Uint8Array, number = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a50 + number);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** Decodes bytes in chunks of equal size. Overwrites the memory of each chunk after use, because socket buffers are reused. */
async function decode(bytes: Uint8Array, encoding: string | null, chunkSize = 1 << 16): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) {
      const chunk = Uint8Array.from(bytes.subarray(at, at + chunkSize));
      yield chunk;
      chunk.fill(0x3f);
    }
  }
  const parts: Buffer[] = [];
  for await (const part of decodeContent(chunks(), encoding)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

const contents = [
  Buffer.alloc(0),
  Buffer.from('a'),
  Buffer.from('{"__ID":"Z-1"}\n'.repeat(500)),
  randomBytes(300_000),
  Buffer.alloc(400_000, 0x20),
];
const chunkSizes = [1, 2, 3, 7, 1_000, 1 << 16];

const isBroken = (error: unknown) => error instanceof DecodingError && error.fault.kind === 'broken';

test('every encoding gives back the content, in any chunks', async () => {
  for (const [encoding, variants] of Object.entries(encoders)) {
    for (const encode of variants) {
      for (const content of contents) {
        const encoded = encode(content);
        for (const chunkSize of encoded.length > 10_000 ? [1_000, 1 << 16] : chunkSizes) {
          const decoded = await decode(encoded, encoding, chunkSize);
          assert.ok(decoded.equals(content), `${encoding} ${content.length} in chunks of ${chunkSize}`);
        }
      }
    }
  }
  assert.equal((await decode(Buffer.from('plain'), null)).toString(), 'plain');
});

test('all members of gzip and all frames of zstd are decoded, and skippable frames are passed over', async () => {
  const frame = fc.oneof(
    fc
      .record({ text: fc.string({ maxLength: 40 }), encode: fc.constantFrom(...encoders.zstd) })
      .map(({ text, encode }) => ({ text, bytes: encode(Buffer.from(text)) })),
    fc.record({ content: fc.uint8Array({ maxLength: 9 }), number: fc.nat(15) }).map(({ content, number }) => ({
      text: '',
      bytes: skippable(content, number),
    })),
  );
  const first = zstdCompressSync('first');
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), async (frames, chunkSize) => {
      const encoded = Buffer.concat([...frames.map(({ bytes }) => bytes), first]);
      const decoded = await decode(encoded, 'zstd', chunkSize);
      assert.equal(decoded.toString(), `${frames.map(({ text }) => text).join('')}first`);
    }),
    { numRuns: 60 },
  );
  for (const chunkSize of chunkSizes) {
    const members = ['one', '', 'two'].map((text) => gzipSync(text));
    assert.equal((await decode(Buffer.concat(members), 'gzip', chunkSize)).toString(), 'onetwo');
  }
});

test('content that ends early is refused, wherever it ends', async () => {
  const content = Buffer.from('{"__ID":"Z-1"}\n{"__ID":"Z-2"}\n');
  for (const [encoding, variants] of Object.entries(encoders)) {
    for (const encode of variants) {
      const encoded = encode(content);
      const two = encoding === 'zstd' ? Buffer.concat([encoded, skippable(Buffer.from('skip')), encoded]) : encoded;
      for (let length = 0; length < two.length; length += 1) {
        // a body that ends between two frames is complete
        if (length === encoded.length || length === encoded.length + 12) continue;
        await assert.rejects(decode(two.subarray(0, length), encoding), isBroken, `${encoding} ${length}`);
      }
    }
  }
});

test('bytes behind the end are refused, in any chunks', async () => {
  const content = Buffer.from('{"__ID":"Z-1"}\n'.repeat(20));
  const behind = [Buffer.from('hello'), Buffer.from('\0'), Buffer.from('\0hello'), Buffer.from([0x28, 0xb5])];
  for (const [encoding, variants] of Object.entries(encoders)) {
    for (const encode of variants) {
      const encoded = encode(content);
      const more = encoding === 'br' || encoding === 'deflate' ? [...behind, encoded] : behind;
      for (const rest of more) {
        for (const chunkSize of [...chunkSizes, encoded.length]) {
          const bytes = Buffer.concat([encoded, rest]);
          await assert.rejects(decode(bytes, encoding, chunkSize), isBroken, `${encoding} in chunks of ${chunkSize}`);
        }
      }
    }
  }
});

test('content that expands too much is refused long before its end, and ordinary content is not', async () => {
  const blanks = Buffer.alloc(50_000_000, 0x20);
  const quickBrotli = (bytes: Uint8Array) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
  for (const [encoding, encode] of Object.entries({ gzip: gzipSync, zstd: zstdCompressSync, br: quickBrotli })) {
    let decoded = 0;
    const reading = async () => {
      for await (const part of decodeContent(Readable.from([encode(blanks)]), encoding)) decoded += part.length;
    };
    await assert.rejects(reading(), (error) => error instanceof DecodingError && error.fault.kind === 'expansion');
    assert.ok(decoded < 40_000_000, encoding);
  }
  const lines = Array.from(
    { length: 400_000 },
    (_, at) => `{"__ID":"product ${at}","color":"blue","text":"${'x'.repeat(60)}"}\n`,
  );
  const ordinary = Buffer.from(lines.join(''));
  assert.equal((await decode(gzipSync(ordinary), 'gzip')).length, ordinary.length);
});

test('an error of the source is passed on as it is', async () => {
  async function* broken() {
    yield gzipSync('x').subarray(0, 5);
    throw new Error('the connection broke');
  }
  const read = async (encoding: string) => {
    for await (const part of decodeContent(broken(), encoding)) void part;
  };
  for (const encoding of ['gzip', 'deflate']) await assert.rejects(read(encoding), { message: 'the connection broke' });
});
