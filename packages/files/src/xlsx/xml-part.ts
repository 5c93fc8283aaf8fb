import { SaxesParser } from 'saxes';
import { FileError } from '../source/file-error.ts';
import { decodeText } from '../text/decode-text.ts';

/** Receives the elements of one XML part; names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Maximum nesting depth of elements. Sheets and shared strings need fewer than 10 levels. */
const maxDepth = 100;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses one XML part of a workbook; yields after each chunk, so that the caller can use the data that the handler has collected. Document
 * types are refused: they can define entities that grow without limit or name other files.
 * @throws FileError file-damaged, and the errors of the bytes
 */
export async function* parseXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw new FileError('file-damaged', `The workbook holds invalid XML (${error.message}). Save it again.`, error);
  });
  parser.on('doctype', () => {
    throw new FileError('file-damaged', 'The workbook holds a document type, which is not allowed. Save it again.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw new FileError('file-damaged', 'The XML of the workbook is nested too deep.');
    handler.open(localName(name), attributes);
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', ({ name }) => {
    depth--;
    handler.close(localName(name));
  });
  for await (const chunk of decodeText(bytes, 'utf-8')) {
    parser.write(chunk);
    yield;
  }
  parser.close();
}

/** Parses a small part as a whole. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const chunks = parseXml(bytes, handler);
  while ((await chunks.next()).done !== true);
}
