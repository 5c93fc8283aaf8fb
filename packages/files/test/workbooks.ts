import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as Uint8Array), name);
  zip.end();
  return buffer(zip.outputStream as Readable); // the library documents this stream as readable
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  /** XML of the rows of each sheet, by the name of the sheet. A name that begins with "!" is hidden. */
  sheets: Record<string, string>;
  strings?: string;
  /** `numFmtId` of each cell style. A string is the code of a custom format. */
  styles?: (number | string)[];
  is1904?: boolean;
  more?: Record<string, string>;
  /** Text before the root element of each sheet. */
  prolog?: string;
  /** Elements of each sheet after its rows. */
  tail?: string;
}

/** Builds a workbook in the form that spreadsheet programs write, from the XML under test. */
export function workbookOf({
  sheets,
  strings,
  styles = [],
  is1904 = false,
  more = {},
  prolog = '',
  tail = '',
}: Parts): Promise<Buffer> {
  const names = Object.keys(sheets);
  const codes = styles.flatMap((style, at) => (typeof style === 'string' ? [{ id: 164 + at, code: style }] : []));
  const xfs = styles.map((style, at) => `<xf numFmtId="${typeof style === 'string' ? 164 + at : style}"/>`);
  const formats = codes.map(
    ({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="${main}" xmlns:r="${documents}"><x:workbookPr date1904="${is1904 ? 1 : 0}"/><x:sheets>${names
      .map(
        (name, at) =>
          `<x:sheet name="${name.replace('!', '').replaceAll('"', '&quot;')}" sheetId="${at + 1}"${name.startsWith('!') ? ' state="hidden"' : ''} r:id="s${at}"/>`,
      )
      .join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="s${at}" Type="${documents}/worksheet" Target="/xl/worksheets/s${at}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="st" Type="${documents}/styles" Target="styles.xml"/>${strings === undefined ? '' : `<Relationship Id="ss" Type="${documents}/sharedStrings" Target="sharedStrings.xml"/>`}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>` }),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/s${at}.xml`,
        `${prolog}<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData>${tail}</worksheet>`,
      ]),
    ),
    ...more,
  });
}
