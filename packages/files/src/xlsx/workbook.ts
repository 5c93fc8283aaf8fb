import { FileError } from '../source/file-error.ts';
import type { ZipReader } from '../source/zip-reader.ts';
import { readXml } from './xml-part.ts';

export interface Sheet {
  name: string;
  hidden: boolean;
  /** Name of the sheet's file inside the ZIP file. */
  part: string;
}

export interface Workbook {
  sheets: Sheet[];
  /** True if days are counted from 1904. */
  is1904: boolean;
  /** Name of the part with the shared strings, or undefined if the workbook has none. */
  strings: string | undefined;
  /** Name of the part with the styles, or undefined if the workbook has none. */
  styles: string | undefined;
}

interface Relation {
  type: string;
  part: string;
}

/** Returns the name of a part that is given relative to a folder, or from the root with a leading "/". */
function resolvePart(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '');
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Reads the relationships of a part to other parts of the workbook, by id. */
async function readRelations(zip: ZipReader, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  await readXml(zip.open(`${folder}_rels/${part.slice(folder.length)}.rels`), {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return;
      relations.set(id, {
        type: (type ?? '').slice((type ?? '').lastIndexOf('/') + 1),
        part: resolvePart(folder, target),
      });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return relations;
}

/** Returns the value of the attribute `id` with any namespace prefix. */
const relationId = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

/**
 * Reads the names of the sheets and the files that contain them.
 * @throws FileError file-damaged
 */
export async function readWorkbook(zip: ZipReader): Promise<Workbook> {
  const root = [...(await readRelations(zip, '')).values()].find(({ type }) => type === 'officeDocument');
  if (root === undefined) throw new FileError('file-damaged', 'The workbook has no main part. Save it again.');
  const relations = await readRelations(zip, root.part);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readXml(zip.open(root.part), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const relation = relations.get(relationId(attributes));
      const hidden = attributes['state'] !== undefined && attributes['state'] !== 'visible';
      if (relation?.type === 'worksheet') sheets.push({ name: attributes['name'] ?? '', hidden, part: relation.part });
    },
    text: () => undefined,
    close: () => undefined,
  });
  const find = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.part;
  const existing = (part: string | undefined) => (part !== undefined && zip.names.includes(part) ? part : undefined);
  return { sheets, is1904, strings: existing(find('sharedStrings')), styles: existing(find('styles')) };
}
