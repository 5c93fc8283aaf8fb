import { decodeText } from '../text/decode-text.ts';
import { parseXml as parseText } from '../xml/parse-xml.ts';
import type { ElementReader } from '../xml/quick-elements.ts';

/** Receives the elements of one XML part. Names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses one XML part of a workbook. Yields after each chunk, so that the caller can use the data that the handler has collected. Document
 * types are refused, because they can define entities that grow without limit or refer to other files.
 * @param reader reads frequent elements, which the handler then does not receive
 * @throws FileError file-damaged, and the errors of the bytes
 */
export const parseXml = (
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  reader?: ElementReader,
): AsyncGenerator<void, void, undefined> =>
  parseText(
    decodeText(bytes, 'utf-8'),
    {
      open: (name, attributes) => handler.open(localName(name), attributes),
      text: (text) => handler.text(text),
      close: (name) => handler.close(localName(name)),
    },
    { name: 'The workbook', skipsDoctype: false },
    reader,
  );

/** Parses a small part as a whole. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const chunks = parseXml(bytes, handler);
  while ((await chunks.next()).done !== true);
}
