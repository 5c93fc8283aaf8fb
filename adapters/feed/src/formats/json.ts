import { type FeedRecord, type FeedRow, findValue } from '../feed-record.ts';
import type { Column } from './columns.ts';
import type { Change, Format, Formats } from './format.ts';

/** Returns the chosen values of a record by name, or its whole row if none were chosen. */
function objectOf(record: FeedRecord, columns: readonly Column[] | undefined): FeedRow {
  if (columns === undefined) return record.row ?? {};
  return Object.fromEntries(
    columns.flatMap(({ name, value }) => {
      const found = findValue(record, value);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

function createJson(
  isLines: boolean,
  columns: readonly Column[] | undefined,
  changeOf?: (record: FeedRecord) => Change,
): Format {
  const text = (record: FeedRecord) => {
    const product = objectOf(record, columns);
    return JSON.stringify(changeOf === undefined ? product : { change: changeOf(record), product });
  };
  if (isLines)
    return {
      extension: 'ndjson',
      contentType: 'application/x-ndjson',
      begin: () => '',
      record: (record) => ({ text: `${text(record)}\n`, cleaned: [] }),
      end: () => '',
    };
  return {
    extension: 'json',
    contentType: 'application/json',
    begin: () => '[',
    record: (record, index) => ({ text: `${index === 0 ? '' : ','}\n${text(record)}`, cleaned: [] }),
    end: (count) => (count === 0 ? ']\n' : '\n]\n'),
  };
}

/** @param isLines one object per line (NDJSON) instead of one array */
export const jsonFormats = (isLines: boolean, columns: readonly Column[] | undefined): Formats => ({
  whole: createJson(isLines, columns),
  delta: (changeOf) => createJson(isLines, columns, changeOf),
});
