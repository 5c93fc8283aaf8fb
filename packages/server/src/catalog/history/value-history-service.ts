import type { QueryFault } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type ClientId,
  type Connection,
  type Database,
  PimentoError,
  type ProductId,
  transaction,
} from '../../platform/index.ts';
import { loadStructure } from '../../structure/index.ts';
import { compileProductView, type ProductView } from '../views/product-view-rules.ts';
import { findProduct } from '../views/product-views.ts';
import { creationEntry, type HistoryRow, type Lifetime } from './history-rules.ts';
import { findActorNames, findLifetime } from './history-views.ts';
import { parseTraceCursor, traceCursor, type TracePosition } from './trace-cursor.ts';
import { type AttributeEntry, findChange, walkEntries } from './value-history-views.ts';
import { heldValue, type HeldValue, judgeRow, judgeValuePath, valueAt, type ValuePath } from './value-path-rules.ts';
import { stepBack, type Trace, type TracedChange } from './value-trace-rules.ts';
import { heldText, valueEntryText } from './value-text-rules.ts';

/**
 * Limits of one page: scanned entries, changes to the attribute, and bytes. Reading 8 MiB takes about 0.2 s. `chunk` is the number of
 * changes that are read and compared at once, after the first read.
 */
const limits = { scanned: 1000, found: 200, bytes: 8 * 1024 ** 2, chunk: 50 };

export interface ValueQuery {
  clientId: ClientId;
  productId: ProductId;
  /** The position of the value as text, for example `ingredients/0/name`. */
  path: string;
  limit: number;
  startingAfter?: string | undefined;
}

type Traced = Omit<HistoryRow, 'changes'> & TracedChange;

/** The data from which a page is read. `current` is the product's current value of the attribute, and `place` is a position in it. */
interface Traceable {
  query: ValueQuery;
  place: ValuePath;
  current: HeldValue | undefined;
  life: Lifetime;
}

function refuse(fault: QueryFault): PimentoError {
  return new PimentoError(problem('invalid-parameter', { kind: 'query', parameter: 'path', faults: [fault] }), {
    parameter: 'path',
  });
}

/** Returns the trace with which a page begins. */
async function startTrace(connection: Connection, target: Traceable, from: TracePosition | undefined): Promise<Trace> {
  const { query, place, current } = target;
  if (!from) return { value: current, path: place.path, isLost: false };
  const { path, isLost, anchor } = from;
  if (anchor === null) return { value: current, path, isLost };
  const change = await findChange(connection, { ...query, attribute: place.attribute, historyId: anchor });
  return { value: isLost ? change?.new : change?.old, path, isLost };
}

/**
 * The result of reading the history so far. `anchor` is the oldest change to the attribute that was read or, if the value is lost, the
 * change at which it was lost. It is null if there was none.
 */
interface Progress {
  entries: Traced[];
  trace: Trace;
  anchor: string | null;
}

/** Follows the value across changes to its attribute until a page is full. @returns the entry that filled the page, or undefined */
function follow(progress: Progress, changes: readonly AttributeEntry[], limit: number): string | undefined {
  for (const { change, ...entry } of changes) {
    const step = stepBack(progress.trace, change);
    // while the value is lost, the anchor does not change, because only the version after the anchor contains the value
    if (!(progress.trace.isLost && step.trace.isLost)) progress.anchor = entry.historyId;
    progress.trace = step.trace;
    if (step.changed) progress.entries.push({ ...entry, ...step.changed });
    if (progress.entries.length === limit) return entry.historyId;
  }
  return undefined;
}

/**
 * Reads changes until a limit is reached.
 * @returns the entry after which the next page continues with older entries; undefined at the end of the history
 */
async function readChanges(
  connection: Connection,
  { query, place, life }: Traceable,
  progress: Progress,
  start: string | null,
): Promise<string | undefined> {
  const part = { ...query, after: life.previousEnd, attribute: place.attribute };
  const left = { scanned: limits.scanned, found: limits.found, bytes: limits.bytes };
  let before = start;
  // most changes to the attribute also change the value, so this many changes fill most pages
  let chunk = query.limit;
  while (left.scanned > 0 && left.found > 0 && left.bytes > 0) {
    const walked = await walkEntries(connection, { ...part, before }, { ...left, found: Math.min(chunk, left.found) });
    const full = follow(progress, walked.entries, query.limit);
    if (full !== undefined) return full;
    if (walked.end === undefined) return undefined;
    before = walked.end;
    left.scanned -= walked.read.scanned;
    left.found -= walked.read.found;
    left.bytes -= walked.read.bytes;
    chunk = limits.chunk;
  }
  return before ?? undefined;
}

/** Reads one page of changes. `rest` is the position at which the next page begins, or null if there is none. */
async function readPage(
  connection: Connection,
  target: Traceable,
  from: TracePosition | undefined,
): Promise<{ entries: Traced[]; rest: TracePosition | null }> {
  const trace = await startTrace(connection, target, from);
  const progress: Progress = { entries: [], trace, anchor: from?.anchor ?? null };
  const before = await readChanges(connection, target, progress, from?.before ?? null);
  const { entries, anchor } = progress;
  const { value, path, isLost } = progress.trace;
  if (before !== undefined) return { entries, rest: { before, anchor, path, isLost } };
  const first = isLost ? undefined : valueAt(value, path);
  if (first === undefined) return { entries, rest: null };
  const { changes: _none, ...creation } = creationEntry(target.life, []);
  return { entries: [...entries, { ...creation, new: first }], rest: null };
}

async function findTraceable(
  connection: Connection,
  query: ValueQuery,
): Promise<(Traceable & { view: ProductView }) | undefined> {
  const { clientId, productId } = query;
  const product = await findProduct(connection, clientId, productId);
  const life = await findLifetime(connection, clientId, productId);
  if (!product || !life) return undefined;
  const structure = await loadStructure(connection, clientId);
  const judged = judgeValuePath(structure, query.path);
  if ('fault' in judged) throw refuse(judged.fault);
  const place = judged.value;
  const view = compileProductView(structure, undefined, { asStored: true });
  return { query, place, life, current: heldValue(product.state, place.attribute), view };
}

/**
 * Returns one page of the history of one value as JSON text. The value is that of an attribute, or of a row or cell of a composite. A row
 * is followed when rows are added, moved or removed.
 * @returns undefined if there is no product with this id
 * @throws PimentoError invalid-parameter if there is no such attribute or row, or if the cursor belongs to another path
 */
export async function findValueHistory(database: Database, query: ValueQuery): Promise<string | undefined> {
  return transaction(
    database,
    async (snapshot) => {
      const target = await findTraceable(snapshot, query);
      if (!target) return undefined;
      const { place, current, view } = target;
      const from = parseTraceCursor(query.startingAfter, place.path);
      // later pages may follow a row that was removed in the meantime
      const fault = from ? undefined : judgeRow(current, place);
      if (fault) throw refuse(fault);
      const { entries, rest } = await readPage(snapshot, target, from);
      const names = await findActorNames(
        snapshot,
        entries.map(({ actor }) => actor),
      );
      const texts = entries.map((entry) => valueEntryText(view, place, entry, names));
      const held = valueAt(current, place.path);
      const value = held === undefined ? '' : `,"value":${heldText(view, place, held)}`;
      const next = rest && traceCursor(rest);
      return `{"entries":[${texts.join(',')}],"hasMore":${next !== null},"next":${JSON.stringify(next)}${value}}`;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
