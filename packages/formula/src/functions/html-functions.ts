import { textValue } from '../values/value.ts';
import { define } from './definition.ts';
import { decodeEntities } from './html-entities.ts';
import { scanHtml } from './html-scanner.ts';
import { squeezeLines } from './text-space.ts';

const text = { name: 't', kind: 'text' } as const;
const result = { of: 'text' } as const;

const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const cells: ReadonlySet<string> = new Set(['td', 'th']);
const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
/** Escaping replaces one character with at most this many characters (`"` with `&quot;`). */
const maxEscapeLength = 6;

export const htmlFunctions = [
  define('stripHtml', {
    parameters: [text],
    result,
    apply: (run, t) => run.countText(t.length) ?? run.countRead(t.length) ?? textValue(stripHtml(t)),
  }),
  define('html', {
    parameters: [text],
    result,
    apply: (run, t) => run.countText(t.length * maxEscapeLength) ?? textValue(toHtml(t)),
  }),
  define('keepTags', {
    parameters: [text, { name: 'tag', kind: 'text', isRest: true }],
    result,
    apply: (run, t, tags) =>
      run.countText(t.length) ??
      run.countRead(t.length) ??
      textValue(
        keepTags(
          t,
          tags.map((tag) => tag.toLowerCase()),
        ),
      ),
  }),
];

function stripHtml(html: string): string {
  const parts = scanHtml(html).map((piece) => {
    if (typeof piece === 'string') return decodeEntities(piece.replaceAll(/\s+/g, ' '));
    if (piece.name === 'li' && !piece.isClosing) return '\n- ';
    if (piece.name === 'br') return '\n';
    if (cells.has(piece.name)) return ' ';
    return blocks.has(piece.name) ? '\n' : '';
  });
  return squeezeLines(parts.join('').replaceAll(/\n[ \n]*\n/g, '\n'));
}

function toHtml(text: string): string {
  const escaped = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[&<>"']/g, (sign) => escapes.get(sign) ?? sign);
  return escaped
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function keepTags(html: string, tags: readonly string[]): string {
  return scanHtml(html)
    .map((piece) => {
      if (typeof piece === 'string') return piece.replaceAll('<', '&lt;');
      return tags.includes(piece.name) ? `<${piece.isClosing ? '/' : ''}${piece.name}>` : '';
    })
    .join('');
}
