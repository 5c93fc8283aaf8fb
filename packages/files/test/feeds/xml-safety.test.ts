import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readFeedOf } from './feed-files.ts';

const namespace = 'xmlns:g="http://base.google.com/ns/1.0"';
const rss = (item: string) => `<rss ${namespace}><channel><item>${item}</item></channel></rss>`;
const bomb = `<!DOCTYPE rss [<!ENTITY a "xxxxxxxxxx">${Array.from('bcdefghi', (name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`).join('')}]>`;

const refused: Record<string, [content: string | Uint8Array, code: string, message: RegExp]> = {
  'an entity bomb': [bomb + rss('<g:id>&i;</g:id>'), 'file-damaged', /holds a document type, which is not allowed/],
  'an external entity': [
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('<g:id>&x;</g:id>')}`,
    'file-damaged',
    /document type/,
  ],
  'an unknown entity': [rss('<g:id>&uuml;</g:id>'), 'file-damaged', /invalid XML \(1:\d+: undefined entity/],
  'an element that is not closed': [
    `<rss ${namespace}><channel><item><g:id>1</g:id>`,
    'file-damaged',
    /unclosed tag: item/,
  ],
  'elements that overlap': [rss('<g:id>1</b></g:id>'), 'file-damaged', /invalid XML \(1:\d+: /],
  'another declared encoding than the bytes have': [
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${rss('<g:id>ä</g:id>')}`, 'latin1'),
    'encoding-wrong',
    /not UTF-8: invalid at byte \d+/,
  ],
  'bytes that are not UTF-8 without a declared encoding': [
    Buffer.from(rss('<g:id>ä</g:id>'), 'latin1'),
    'encoding-wrong',
    /not UTF-8/,
  ],
  'an encoding that is not supported': [
    `<?xml version="1.0" encoding="Shift_JIS"?>${rss('<g:id>1</g:id>')}`,
    'encoding-wrong',
    /^The file is declared as Shift_JIS\. Save it in UTF-8\.$/,
  ],
  'elements nested too deep': [rss('<a>'.repeat(200)), 'file-damaged', /more than 100 levels of elements in line 1/],
  'a product that is too large': [
    rss(`<g:id>1</g:id>${`<a>${'x'.repeat(1_000_000)}</a>`.repeat(9)}`),
    'cell-too-large',
    /in line 1 has more than 8 million/,
  ],
  'a text that never ends': [
    gzipSync(`<rss ${namespace}><channel><item><g:id>${'x'.repeat(8_500_000)}`),
    'file-too-large',
    /a text or tag of more than 8 million/,
  ],
  'another document': ['<html><body/></html>', 'format-unknown', /Its root element is <html>; known are/],
  'an RSS feed without products': [
    '<rss><channel><item><title>News</title></item></channel></rss>',
    'format-unknown',
    /<rss>/,
  ],
};
for (const [name, [content, code, message]] of Object.entries(refused))
  test(`XML is refused: ${name}`, async () => {
    await assert.rejects(readFeedOf(content), { code, message });
  });

const accepted: Record<string, string | Uint8Array> = {
  'UTF-8 with a byte order mark': `\ufeff${rss('<g:id>ä</g:id>')}`,
  'UTF-16 with a byte order mark': Buffer.from(`\ufeff${rss('<g:id>ä</g:id>')}`, 'utf16le'),
  'ISO-8859-1 as declared': Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>${rss('<g:id>ä</g:id>')}`,
    'latin1',
  ),
  'a document type without declarations': `<!DOCTYPE rss SYSTEM "http://localhost:1/rss.dtd">${rss('<g:id>ä</g:id>')}`,
  'packed with gzip': gzipSync(rss('<g:id>&#228;</g:id>')),
  'comments, instructions and another prefix': `<?xml-stylesheet href="x"?><!-- a <b> --><rss xmlns:p="http://base.google.com/ns/1.0"><channel><item><!-- c --><p:id>ä</p:id></item></channel></rss>`,
};
for (const [name, content] of Object.entries(accepted))
  test(`XML is read: ${name}`, async () => {
    assert.deepEqual((await readFeedOf(content)).products, [{ __ID: 'ä' }]);
  });

test('a chosen feed of another kind of file is refused', async () => {
  await assert.rejects(readFeedOf('a,b\n1,2\n', { feed: 'gdsn' }), {
    code: 'format-unknown',
    message: 'The file is CSV, and a feed of the format gdsn is XML.',
  });
});
