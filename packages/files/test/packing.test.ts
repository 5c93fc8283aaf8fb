import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { detectFormat, FileError, openJson, openRows } from '../src/index.ts';
import { collect, fileOf, rowsOf } from './tables.ts';
import { workbookOf, zipOf } from './workbooks.ts';

const csv = 'a;b\n1;ä\n';
const table = [
  ['a', 'b'],
  ['1', 'ä'],
];
const sheet = '<row r="1"><c r="A1"><v>1</v></c></row>';

test('tables are read out of gzip, zstd and zip files', async () => {
  const packed = [gzipSync(csv), zstdCompressSync(csv), await zipOf({ 'list.csv': csv, '__MACOSX/._list.csv': 'x' })];
  for (const content of packed)
    assert.deepEqual(
      (await rowsOf(content)).map(({ cells }) => cells),
      table,
    );
});

test('a workbook is read out of a zip file and a gzip file', async () => {
  const workbook = await workbookOf({ sheets: { A: sheet } });
  for (const content of [await zipOf({ 'a.xlsx': workbook }), gzipSync(workbook)])
    assert.deepEqual((await rowsOf(content))[0]?.cells, ['1']);
});

test('JSON in UTF-16 and in a zip file is opened as UTF-8', async () => {
  const json = '{"products":[{"__ID":"ä"}]}';
  for (const content of [Buffer.from(`\ufeff${json}`, 'utf16le'), await zipOf({ 'p.json': json })]) {
    const file = fileOf(content);
    const format = await detectFormat(file);
    assert.equal(format.kind, 'json');
    assert.equal(Buffer.concat(await collect(openJson(file, format))).toString(), json);
  }
});

const refusal = async (content: Uint8Array): Promise<string> => {
  try {
    await rowsOf(content);
  } catch (error) {
    if (error instanceof FileError) return error.code;
    throw error;
  }
  return 'none';
};

test('damaged files, several files and files that are packed twice are refused', async () => {
  const long = gzipSync(Array.from({ length: 5000 }, (_, at) => `${at};${at * 7919}`).join('\n'));
  assert.equal(await refusal(long.subarray(0, -20)), 'file-damaged');
  assert.equal(await refusal(zstdCompressSync(csv.repeat(99)).subarray(0, -8)), 'file-damaged');
  assert.equal(await refusal((await zipOf({ 'a.csv': csv })).subarray(0, 40)), 'file-damaged');
  assert.equal(await refusal(await zipOf({ 'a.csv': csv, 'b.csv': csv })), 'several-files');
  assert.equal(await refusal(gzipSync(gzipSync(csv))), 'format-unknown');
});

test('an error of the source of a packed file is not reported as damage of the file', async () => {
  const failure = Object.assign(new Error('the download ended early'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  for (const content of [gzipSync(csv.repeat(99)), zstdCompressSync(csv.repeat(99)), await zipOf({ 'a.csv': csv })]) {
    const file = fileOf(content);
    const format = await detectFormat(file);
    const failing = {
      ...file,
      async *read(start: number, end: number) {
        yield* file.read(start, Math.min(start + 10, end));
        throw failure;
      },
    };
    await assert.rejects(collect(openRows(failing, format)), failure);
  }
});

test('a zip file with a password is refused as such', async () => {
  const content = await zipOf({ 'a.csv': csv });
  // bit 0 of the flags, which are in the header of a file and in the directory, states that the file is encrypted
  for (const at of [content.indexOf('PK\u0003\u0004') + 6, content.indexOf('PK\u0001\u0002') + 8])
    content.writeUInt16LE(content.readUInt16LE(at) | 1, at);
  assert.equal(await refusal(content), 'password-protected');
});

test('a file that unpacks to more than 300 times its size is refused before it is read to its end', async () => {
  const content = Buffer.alloc(100 * 1024 ** 2, `${'x'.repeat(10_000)},b\n`);
  assert.equal(await refusal(gzipSync(content)), 'file-too-large');
  assert.equal(await refusal(await zipOf({ 'a.csv': content })), 'file-too-large');
});

/** Changes the unpacked size that the directory of a ZIP file declares for its only file. */
function withDeclaredSize(zip: Buffer, change: number): Buffer {
  const at = zip.indexOf('PK\u0001\u0002') + 24;
  zip.writeUInt32LE(zip.readUInt32LE(at) + change, at);
  return zip;
}

test('a file in a zip file that is longer or shorter than declared is refused', async () => {
  const content = 'a,b\n1,2\n'.repeat(2_000);
  for (const [change, expected] of [
    [0, 'none'],
    [1, 'file-damaged'],
    [-1, 'file-damaged'],
    [100 - content.length, 'file-damaged'],
  ] as const)
    assert.equal(await refusal(withDeclaredSize(await zipOf({ 'a.csv': content }), change)), expected, String(change));
});

test('detection reads only the beginning of a large file', async () => {
  const content = Buffer.from(`a,b\n${'1,2\n'.repeat(1_000_000)}`);
  let read = 0;
  await detectFormat({
    size: content.length,
    async *read(start, end) {
      for (let at = start; at < end; at += 65_536) {
        read += 65_536;
        yield content.subarray(at, Math.min(at + 65_536, end));
      }
    },
  });
  assert.ok(read < 600_000, `${read} bytes`);
});
