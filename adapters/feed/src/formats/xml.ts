import { type FeedRecord, type FeedValue, findValue, recordFields } from '../feed-record.ts';
import { textOfValue } from './columns.ts';
import type { Change, Format, Formats } from './format.ts';
import { parseTemplate, type TemplatePart } from './template.ts';

export interface XmlOptions {
  start: string;
  end: string;
  item: string;
  /** Template of a changed product, which can contain `{{__CHANGE}}`. If undefined, no files of changes are written. */
  deltaItem?: string | undefined;
}

/** Characters that XML 1.0 does not allow, not even as a reference. */
const foreign = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for elements and attributes. Removes characters that XML cannot contain. */
export const escapeXml = (text: string): string =>
  text.replaceAll(foreign, '').replaceAll(/[&<>"']/g, (sign) => references[sign] ?? sign);

/** Returns the record for lookups inside a section. If the value is an object, its properties take precedence over those of the row. */
function inside(record: FeedRecord, value: FeedValue): FeedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...record, row: { ...record.row, ...value } }
    : record;
}

function createXml(
  { start, end }: XmlOptions,
  parts: readonly TemplatePart[],
  changeOf?: (record: FeedRecord) => Change,
): Format {
  function render(
    given: readonly TemplatePart[],
    record: FeedRecord,
    it: FeedValue | undefined,
    cleaned: Set<string>,
  ): string {
    const find = (path: string) =>
      path === '.' ? it : path === recordFields.change ? changeOf?.(record) : findValue(record, path);
    return given
      .map((part) => {
        if (part.kind === 'text') return part.text;
        const found = find(part.path);
        if (part.kind === 'value') {
          const text = textOfValue(found, undefined);
          if (text.replaceAll(foreign, '') !== text) cleaned.add(part.path);
          return escapeXml(text);
        }
        const values = Array.isArray(found)
          ? found
          : found === undefined || found === null || found === ''
            ? []
            : [found];
        return values.map((one) => render(part.parts, inside(record, one), one, cleaned)).join('');
      })
      .join('');
  }
  return {
    extension: 'xml',
    contentType: 'application/xml; charset=utf-8',
    begin: () => start,
    record(record) {
      const cleaned = new Set<string>();
      const text = render(parts, record, undefined, cleaned);
      return { text, cleaned: [...cleaned] };
    },
    end: () => end,
  };
}

/** @throws TemplateError */
export function xmlFormats(options: XmlOptions): Formats {
  const { item, deltaItem } = options;
  const changed = deltaItem === undefined ? undefined : parseTemplate(deltaItem);
  return {
    whole: createXml(options, parseTemplate(item)),
    delta: changed && ((changeOf) => createXml(options, changed, changeOf)),
  };
}
