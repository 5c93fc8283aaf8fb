import { isUtf8 } from 'node:buffer';

/** Kind of text, detected from the first characters. */
type TextKind = 'text/html' | 'image/svg+xml' | 'application/xml' | 'application/json' | 'text/plain';

const sniffedBytes = 8 * 1024;

const htmlStart =
  /^<(?:!doctype\s+html|html|head|body|title|script|iframe|h1|div|font|table|a|style|br|p|meta|link)(?:[\s>/]|$)/i;

const htmlNamespace = /^<[^>]*\sxmlns(?::[\w-]+)?\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;
/** Control characters that do not occur in text files. */
const binary = /[\0-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Returns true if the first 8 KiB contain control characters that do not occur in text with a single-byte encoding or UTF-8. */
export const looksBinary = (file: Uint8Array): boolean =>
  binary.test(Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, sniffedBytes)).toString('latin1'));

/**
 * Skips comments and processing instructions before the document type or the first element. `isXml` is true if an XML declaration was
 * found.
 */
function skipProlog(text: string): { rest: string; isXml: boolean } {
  let rest = text;
  let isXml = false;
  for (;;) {
    rest = rest.trimStart();
    const prolog = /^(?:<\?xml[\s\S]*?\?>|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)/i.exec(rest)?.[0];
    if (prolog === undefined) break;
    if (/^<\?xml/i.test(prolog)) isXml = true;
    rest = rest.slice(prolog.length);
  }
  return { rest, isXml };
}

function decode(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // omits up to three bytes at the end, because the last character may be truncated
  for (let end = bytes.byteLength; end >= 0 && end > bytes.byteLength - 4; end--) {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, end);
    if (isUtf8(whole)) return whole.toString('utf8').replace(/^\uFEFF/, '');
  }
  return undefined;
}

function looksLikeJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return /^\s*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*[[{"\d])/.test(text);
  }
}

/** Detects the kind of text from the first 8 KiB of a file. @returns undefined if these are binary or only white space */
export function sniffText(file: Uint8Array): TextKind | undefined {
  const head = file.subarray(0, sniffedBytes);
  const latin = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const text = decode(head);
  // Detect markup in any encoding, as browsers do.
  const { rest, isXml } = skipProlog((text ?? latin).replace(/^\uFEFF/, ''));
  const doctype = /^<!doctype\s+(\w+)/i.exec(rest)?.[1]?.toLowerCase();
  // In XML, element names such as `title` mean HTML only in the HTML namespace. The root element `html` is checked below.
  const isHtml = isXml ? htmlNamespace.test(rest) : htmlStart.test(rest);
  if (isHtml || doctype === 'html') return 'text/html';
  const root = /^(?:<!doctype[^[>]*(?:\[[\s\S]*?\])?\s*>\s*(?:<!--[\s\S]*?-->\s*)*)?<(?:[\w-]+:)?([\w-]+)/i
    .exec(rest)?.[1]
    ?.toLowerCase();
  if (root === 'svg' || doctype === 'svg') return 'image/svg+xml';
  if (root === 'html') return 'text/html';
  if (isXml || (doctype !== undefined && root !== undefined)) return 'application/xml';
  if (text === undefined || binary.test(text)) return undefined;
  if (looksLikeJson(text)) return 'application/json';
  return text.trim() === '' ? undefined : 'text/plain';
}
