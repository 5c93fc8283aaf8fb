import { Readable } from 'node:stream';
import { type Database, openSnapshot, type Transaction } from '../../platform/core.ts';
import { type ItemKind, type ItemRow, listItems, listValues, type ValueRow } from './item-views.ts';
import type { StandardKey } from './standard-types.ts';
import { findHead } from './standard-views.ts';

export interface DocumentSource {
  connection: Transaction;
  key: StandardKey;
  version: number;
}

const pageSize = 1_000;

/** Yields pages of rows until no rows are left. */
async function* pagesOf<Row extends { position: string }>(
  read: (after: string | null) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  let after: string | null = null;
  for (;;) {
    const page = await read(after);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.position ?? null;
  }
}

const itemPages = ({ connection, key, version }: DocumentSource, kind: ItemKind) =>
  pagesOf((after) => listItems(connection, { key, version, kind }, { limit: pageSize, after }));

const valuePages = ({ connection, key, version }: DocumentSource, listId: string) =>
  pagesOf((after) => listValues(connection, { key, version, listId }, { limit: pageSize, after }));

/** Converts a stored value to the form of the document. */
export const valueView = ({
  value,
  label,
  parentValue,
  more,
}: Pick<ValueRow, 'value' | 'label' | 'parentValue' | 'more'>) => ({
  value,
  ...(label !== null && { label }),
  ...(parentValue !== null && { parentValue }),
  ...more,
});

/** The lists of a document and the kind of their items, in the order of the document. */
const members = [
  ['valueLists', 'value-list'],
  ['attributes', 'attribute'],
  ['categories', 'category'],
  ['rules', 'rule'],
] as const;

const withoutBrace = (json: string) => json.slice(0, json.lastIndexOf('}'));
const joined = (json: string) => (/^\s*\{\s*$/.test(withoutBrace(json)) ? '' : ',');

/** Yields a version as one JSON document. Lists without items are omitted. */
export async function* documentChunks(source: DocumentSource): AsyncGenerator<string, void, undefined> {
  const head = (await findHead(source.connection, source.key, source.version)) ?? '{}';
  yield withoutBrace(head);
  for (const [member, kind] of members) {
    let separator = `${joined(head)}${JSON.stringify(member)}:[`;
    for await (const page of itemPages(source, kind)) {
      yield separator;
      if (kind === 'value-list') yield* listChunks(source, page);
      else yield page.map(({ body }) => body).join(',');
      separator = ',';
    }
    if (separator === ',') yield ']';
  }
  yield '}\n';
}

async function* listChunks(source: DocumentSource, lists: readonly ItemRow[]): AsyncGenerator<string, void, undefined> {
  for (const [index, { itemId, body }] of lists.entries()) {
    yield `${index === 0 ? '' : ','}${withoutBrace(body)}${joined(body)}"values":[`;
    let separator = '';
    for await (const page of valuePages(source, itemId)) {
      yield separator + page.map((row) => JSON.stringify(valueView(row))).join(',');
      separator = ',';
    }
    yield ']}';
  }
}

/** Yields a version of a data standard as NDJSON, with the head on the first line and one item on each further line. */
export async function* lineChunks(source: DocumentSource): AsyncGenerator<string, void, undefined> {
  yield `${(await findHead(source.connection, source.key, source.version)) ?? '{}'}\n`;
  for (const [, kind] of members) {
    for await (const page of itemPages(source, kind)) {
      yield page.map(({ body }) => `{"kind":"${kind}"${joined(body)}${body.trimStart().slice(1)}\n`).join('');
      if (kind === 'value-list') for (const { itemId } of page) yield* valueLines(source, itemId);
    }
  }
}

async function* valueLines(source: DocumentSource, listId: string): AsyncGenerator<string, void, undefined> {
  for await (const page of valuePages(source, listId))
    yield page.map((row) => `${JSON.stringify({ kind: 'value', listId, ...valueView(row) })}\n`).join('');
}

/** A reader that accepts no bytes for this time is disconnected, because a stream holds a database connection and a snapshot. */
const stallMs = 60_000;

async function* blocks(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let block = '';
  for await (const chunk of chunks) {
    block += chunk;
    if (block.length < 65_536) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

/** Streams a version. All data comes from one snapshot. */
export function openDocument(
  database: Database,
  target: Omit<DocumentSource, 'connection'>,
  write: (source: DocumentSource) => AsyncIterable<string>,
): Readable {
  async function* read(): AsyncGenerator<string, void, undefined> {
    await using snapshot = await openSnapshot(database);
    for await (const block of blocks(write({ connection: snapshot.transaction, ...target }))) {
      const timer = setTimeout(
        () => stream.destroy(new Error('the caller stopped reading the data standard')),
        stallMs,
      );
      try {
        yield block;
      } finally {
        clearTimeout(timer);
      }
    }
  }
  const stream: Readable = Readable.from(read(), { objectMode: false });
  return stream;
}
