import { SaxesParser } from 'saxes';
import { FileError } from '../source/file-error.ts';
import { type ElementReader, QuickElements } from './quick-elements.ts';

/** Receives the elements of an XML text. Names include their prefix. */
export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(name: string): void;
}

/** States how error messages name an XML text, and whether it can have a document type. */
export interface XmlSubject {
  /** The beginning of error messages, such as `The workbook`. */
  name: string;
  /** True to skip a document type without internal declarations. Any other document type is always refused. */
  skipsDoctype: boolean;
}

/** Maximum nesting depth of elements. Sheets need fewer than 10 levels, and catalogue items of GDSN need about 20. */
const maxDepth = 100;
/** Maximum number of characters of one tag or text, because the parser keeps it in memory. */
const maxTokenLength = 8 * 1024 * 1024;

const sayLine = (line: number): string => (line > 0 ? ` in line ${line}` : '');

/** Creates the parser. It supports only the entities that XML predefines, and never opens an external reference. */
function createParser(events: XmlEvents, { name: subject, skipsDoctype }: XmlSubject) {
  const parser = new SaxesParser({ xmlns: false, position: skipsDoctype });
  const damaged = (what: string, cause?: unknown) =>
    new FileError('file-damaged', `${subject} holds ${what}. Save it again.`, cause);
  let depth = 0;
  parser.on('error', (error) => {
    throw damaged(`invalid XML (${error.message.replace(/\.$/, '')})`, error);
  });
  parser.on('doctype', (doctype) => {
    if (!skipsDoctype || doctype.includes('['))
      throw damaged('a document type, which is not allowed because it can define entities');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth)
      throw damaged(`more than ${maxDepth} levels of elements${sayLine(skipsDoctype ? parser.line : 0)}`);
    events.open(name, attributes, skipsDoctype ? parser.line : 0);
  });
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.on('closetag', ({ name }) => {
    depth--;
    events.close(name);
  });
  return parser;
}

/**
 * Parses XML while it arrives. Yields after each chunk, so that the caller can use what it has collected.
 * @param reader reads frequent elements, which then cause no events
 * @throws FileError file-damaged, file-too-large, and the errors of the text
 */
export async function* parseXml(
  chunks: AsyncIterable<string>,
  events: XmlEvents,
  subject: XmlSubject,
  reader?: ElementReader,
): AsyncGenerator<void, void, undefined> {
  let unbroken = 0;
  const parser = createParser(
    {
      open(name, attributes, line) {
        unbroken = 0;
        quick?.opened(name);
        events.open(name, attributes, line);
      },
      text(text) {
        unbroken = 0;
        events.text(text);
      },
      close(name) {
        unbroken = 0;
        quick?.closed();
        events.close(name);
      },
    },
    subject,
  );
  const write = (text: string) => {
    unbroken += text.length;
    parser.write(text);
  };
  const quick = reader && new QuickElements(reader, write);
  for await (const chunk of chunks) {
    if (quick) quick.push(chunk);
    else write(chunk);
    if (unbroken > maxTokenLength)
      throw new FileError('file-too-large', `${subject.name} has a text or tag of more than 8 million characters.`);
    yield;
  }
  quick?.end();
  parser.close();
}
