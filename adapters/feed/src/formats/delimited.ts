import type { FeedRecord } from '../feed-record.ts';
import { cellOf, type Column, columnsOf } from './columns.ts';
import type { Change, Format, Formats, Formatted } from './format.ts';

interface DelimitedOptions {
  columns: readonly Column[] | undefined;
  /** Puts an apostrophe before text that spreadsheets would interpret as a formula. */
  spreadsheetSafe: boolean;
}

interface Dialect {
  extension: string;
  contentType: string;
  separator: string;
  lineEnd: string;
  /** Returns a cell with the quotes that the format requires. */
  encode(text: string): string;
  /** Characters that a cell cannot contain. */
  foreign: RegExp;
}

/** The dialect of RFC 4180. */
const csv: Dialect = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  separator: ',',
  lineEnd: '\r\n',
  encode: (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
  foreign: /\u0000/g,
};

/** `text/tab-separated-values` has no quotes, so each run of tabs, line ends and NUL characters becomes one space. */
const tsv: Dialect = {
  extension: 'tsv',
  contentType: 'text/tab-separated-values; charset=utf-8',
  separator: '\t',
  lineEnd: '\n',
  encode: (text) => text,
  foreign: /[\u0000\t\r\n]+/g,
};

/** First characters of text that spreadsheets treat as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

function createDelimited(
  dialect: Dialect,
  options: DelimitedOptions,
  changeOf?: (record: FeedRecord) => Change,
): Format {
  const { separator, lineEnd, foreign } = dialect;
  let columns: readonly Column[] = [];
  const line = (cells: readonly string[]) => cells.join(separator) + lineEnd;

  function format(record: FeedRecord): Formatted {
    const cleaned: string[] = [];
    const cells = columns.map((column) => {
      const given = cellOf(record, column);
      const text = given.replaceAll(foreign, dialect === tsv ? ' ' : '');
      if (text !== given) cleaned.push(column.name);
      return dialect.encode(options.spreadsheetSafe && formulaStart.test(text) ? `'${text}` : text);
    });
    return { text: line(changeOf === undefined ? cells : [changeOf(record), ...cells]), cleaned };
  }

  return {
    extension: dialect.extension,
    contentType: dialect.contentType,
    begin(names) {
      columns = columnsOf(options.columns, names);
      const titles = columns.map(({ name }) => dialect.encode(name.replaceAll(foreign, ' ')));
      return line(changeOf === undefined ? titles : ['change', ...titles]);
    },
    record: format,
    end: () => '',
  };
}

const formats = (dialect: Dialect, options: DelimitedOptions): Formats => ({
  whole: createDelimited(dialect, options),
  delta: (changeOf) => createDelimited(dialect, options, changeOf),
});

export const csvFormats = (options: DelimitedOptions): Formats => formats(csv, options);
export const tsvFormats = (options: DelimitedOptions): Formats => formats(tsv, options);
