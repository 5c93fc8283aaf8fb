import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanIdentifier } from '@pimento/contract/text';
import fc from 'fast-check';
import { assetIdOf, hostOf, isDownload } from '../../src/assets/references/asset-id-rules.ts';
import { DownloadError } from '../../src/assets/download/download-error.ts';
import { failureOf, nextTryIn, readRetryAfter, unknownHost } from '../../src/assets/download/download-rules.ts';
import {
  chooseFileName,
  cleanFileName,
  contentDisposition,
  fileInPath,
  nameInPath,
  nameInDisposition,
} from '../../src/assets/content/file-name-rules.ts';
import { judgeRange } from '../../src/assets/content/range-rules.ts';
import { inspectContent } from '../../src/assets/content/content-inspection.ts';
import { sniffText } from '../../src/assets/content/text-sniff-rules.ts';

test('an asset is called what the value is called, and a value too long for an index by its digest', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000, unit: 'grapheme' }), (value) => {
      const id = assetIdOf(value);
      assert.ok(Buffer.byteLength(id) <= 1_000);
      assert.equal(assetIdOf(id), id);
      const clean = cleanIdentifier(value);
      if (Buffer.byteLength(clean) <= 1_000) assert.equal(id, clean);
    }),
  );
  assert.equal(assetIdOf('gro\u0308\u00dfe.jpg\ufeff '), 'gr\u00f6\u00dfe.jpg');
  assert.equal(assetIdOf(' https://a/gro\u0308\u00dfe.jpg'), ' https://a/gro\u0308\u00dfe.jpg');
  assert.notEqual(assetIdOf('a'.repeat(1_001)), assetIdOf('a'.repeat(1_002)));
});

test('http and https addresses in any letter case are downloads, everything else waits for an upload', () => {
  for (const value of ['http://a', 'HTTPS://A/b', ' https://x ', 'http://'])
    assert.equal(isDownload(value), true, value);
  for (const value of ['ftp://a', 'www.example.com', 'see http://a', '//a/b', 'data:,x', ''])
    assert.equal(isDownload(value), false, value);
  assert.equal(hostOf(' HTTP://Example.COM:8080/a '), 'example.com:8080');
  assert.equal(hostOf('http://'), '-');
});

test('a file name never contains a folder, a control character or a change of direction, whatever it is made from', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
      const name = cleanFileName(given);
      if (name === undefined) return;
      assert.ok(name.length > 0 && Array.from(name).length <= 200);
      assert.doesNotMatch(name, /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]|^\.|^\s|\s$/u);
      assert.equal(cleanFileName(name), name);
    }),
  );
  assert.equal(cleanFileName('..'), undefined);
  assert.equal(cleanFileName('\u202e'), undefined);
  assert.equal(chooseFileName('https://a/b/c.png?name=x.exe', ['', '..', undefined], undefined), 'c.png');
});

test('a file is called by the segment of its address that names a file, with the ending of its bytes', () => {
  const named = (address: string, type: string) =>
    chooseFileName(address, [fileInPath(address), nameInPath(address)], type);
  for (const [path, type, name] of [
    ['/img/photo.jpg/w_400,h_300,c_fill', 'image/jpeg', 'photo.jpg'],
    ['/download.php?id=5', 'image/png', 'download.png'],
    ['/media/photo.jpg:large', 'image/jpeg', 'photo.jpg'],
    ['/media/200x200', 'image/webp', '200x200.webp'],
    ['/media/photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['/media/photo.png', 'image/jpeg', 'photo.jpg'],
    ['/media/photo.png', 'image/apng', 'photo.png'],
    ['/media/gr%C3%B6%C3%9Fe-%E5%AE%89.jpg', 'image/jpeg', 'größe-安.jpg'],
    ['/media/release-1.5', 'image/png', 'release-1.5.png'],
    ['/media/IMG_1.NEF', 'image/tiff', 'IMG_1.NEF'],
    ['/media/table.xlsx', 'application/zip', 'table.xlsx'],
    ['/media/', 'image/gif', 'media.gif'],
  ] as const)
    assert.equal(named(`https://host.example${path}`, type), name, path);
  assert.equal(chooseFileName('id', ['.jpg'], 'image/png'), 'jpg.png');
});

test('Content-Disposition gives back the name that was put in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (given) => {
      const name = cleanFileName(given);
      if (name === undefined) return;
      const header = contentDisposition('attachment', name);
      assert.match(header, /^[\x20-\x7e]+$/);
      assert.equal(nameInDisposition(header), name);
    }),
  );
});

test('a range never leads outside of the content', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(1_000), (text, size) => {
      const verdict = judgeRange(`bytes=${text}`, size);
      if (typeof verdict !== 'object') return;
      assert.ok(verdict.range.start >= 0 && verdict.range.start <= verdict.range.end && verdict.range.end < size);
    }),
  );
});

test('what a sender calls a text though it holds what no text does has no known type', async () => {
  const typeOf = async (bytes: Buffer, header: string) =>
    (await inspectContent({ head: () => bytes }, { header })).contentType;
  const noise = Buffer.from([0x8f, 0, 3, 0xfe, 0x41]);
  assert.equal(await typeOf(noise, 'text/plain'), 'application/octet-stream');
  assert.equal(await typeOf(noise, 'Text/Plain; charset=utf-8'), 'application/octet-stream');
  assert.equal(await typeOf(noise, 'text/csv'), 'text/csv');
  assert.equal(await typeOf(Buffer.from('Größe', 'latin1'), 'text/plain'), 'text/plain');
});

test('the kind of a text is read off its beginning', () => {
  const cases: [text: string, kind: string | undefined][] = [
    ['<!DOCTYPE html>', 'text/html'],
    ['\n\n<!-- a --><html>', 'text/html'],
    ['<h1>x</h1>', 'text/html'],
    ['<svg>', 'image/svg+xml'],
    ['<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><svg/>', 'image/svg+xml'],
    ['<?xml version="1.0"?><!-- c --><s:svg xmlns:s="x"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?><product/>', 'application/xml'],
    ['<?xml version="1.0"?><table><r/></table>', 'application/xml'],
    ['<?xml version="1.0"?><a/>', 'application/xml'],
    ['<?xml version="1.0"?><p xmlns="http://www.w3.org/1999/xhtml">x</p>', 'text/html'],
    ['<table><tr>', 'text/html'],
    ['{"a": 1', 'application/json'],
    ['[1, 2]', 'application/json'],
    ['plain words', 'text/plain'],
    ['{curly words}', 'text/plain'],
    ['\u0000\u0001', undefined],
    ['', undefined],
  ];
  for (const [text, kind] of cases) assert.equal(sniffText(Buffer.from(text)), kind, text);
  assert.equal(sniffText(Buffer.from('\uFEFF<html>', 'utf16le')), 'text/html');
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void sniffText(bytes)));
});

test('waits grow from try to try, honour Retry-After up to a day, and end with the fifth try', () => {
  const failure = new DownloadError('http-503', 'x');
  const waits = [10, 60, 300, 1800];
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((tries) => nextTryIn(failure, tries, waits, 0.5)),
    [10, 60, 300, 1800, undefined],
  );
  assert.equal(nextTryIn(new DownloadError('x', 'x', { isFinal: true }), 1, waits, 0.5), undefined);
  assert.equal(nextTryIn(new DownloadError('x', 'x', { retryAfterMs: 5_000 }), 1, waits, 0.5), 5_000);
  assert.equal(nextTryIn(new DownloadError('x', 'x', { retryAfterMs: 1e12 }), 1, waits, 0.5), 86_400_000);
  const now = new Date('2026-01-01T00:00:00Z');
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
  assert.equal(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now), 0);
  assert.equal(readRetryAfter('soon', now), undefined);
});

test('a name in a private network fails with the same words as a name that does not exist', () => {
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  const [unknown, forbidden] = [failureOf(missing, 'intranet.example'), unknownHost('intranet.example')];
  assert.deepEqual(
    [unknown?.code, unknown?.message, unknown?.isFinal],
    [forbidden.code, forbidden.message, forbidden.isFinal],
  );
  assert.equal(forbidden.code, 'unknown-host');
});
