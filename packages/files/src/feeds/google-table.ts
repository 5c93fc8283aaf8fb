import type { FeedValue, FeedValues } from '../feed-types.ts';
import { rowProblem, type RowProblem } from '../mapping/row-problem.ts';
import { foldedHeader } from '../recognise/table-signs.ts';
import { addValue, type FeedItem, type FeedSource, putValue, splitList } from '../feed-items/feed-item.ts';
import { readFeedTable, type TableRow } from '../feed-items/feed-table.ts';
import { googleGroups, googleLists } from './google-fields.ts';
import { googleValues } from './google-values.ts';

/** Splits text at a separator without a backslash before it. Keeps the backslashes. */
const splitAt = (text: string, separator: string): string[] => text.split(new RegExp(`(?<!\\\\)${separator}`));
const unescaped = (text: string): string => text.trim().replaceAll(/\\([,:\\])/g, '$1');

/** Parses entries such as `US:CA:Overnight:16.00 USD,DE:::4 EUR`. Returns undefined if an entry has more cells than `parts`. */
export function parseGroup(text: string, parts: readonly string[]): FeedValues[] | undefined {
  const rows: FeedValues[] = [];
  for (const entry of splitAt(text, ',')) {
    const cells = splitAt(entry, ':');
    if (cells.length > parts.length) return undefined;
    const row: FeedValues = new Map();
    for (const [at, cell] of cells.entries()) putValue(row, parts[at] ?? '', unescaped(cell));
    if (row.size > 0) rows.push(row);
  }
  return rows;
}

/** Splits a header that names the parts of a group, such as `shipping(country:price)`. */
function splitHeader(header: string): { name: string; parts: readonly string[] | undefined } {
  const found = /^(\w+)\(([\w:]+)\)$/.exec(header);
  const name = found?.[1] ?? header;
  return { name, parts: found?.[2]?.split(':') ?? googleGroups.get(name) };
}

function cellValues(name: string, parts: readonly string[] | undefined, text: string): FeedValue | undefined {
  if (parts !== undefined) return parseGroup(text, parts);
  return googleLists.has(name) || name === 'product_type' ? splitList(text) : text;
}

function itemOf({ row, cells, problems: own }: TableRow): FeedItem {
  const attributes: FeedValues = new Map();
  const problems: RowProblem[] = [...own];
  for (const [header, texts] of cells) {
    const { name, parts } = splitHeader(header);
    for (const text of texts) {
      const value = cellValues(name, parts, text);
      if (value === undefined) problems.push(rowProblem('group-unreadable', row.row, { header, value: text }));
      else addValue(attributes, name, value);
    }
  }
  return { values: googleValues(attributes), rows: [row], problems };
}

/** Reads a table of Google Merchant in TSV or CSV. */
export async function* readGoogleTable(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  const named = (header: string) => foldedHeader(header).replace(/^g:/, '');
  for await (const row of readFeedTable(source.rows(), named)) yield itemOf(row);
}
