import type { ChangeCounts, StandardChange, StandardHead } from '@pimento/contract';
import type { Connection } from '../../platform/index.ts';
import { judgeHeadChange, judgeItemChange, judgeValueChange } from './change-rules.ts';
import {
  type Compared,
  countValueDifferences,
  listItemDifferences,
  listSeriousValueDifferences,
  listValueDifferences,
} from './change-views.ts';
import { findHead } from './standard-views.ts';

export interface ChangeSummary {
  counts: ChangeCounts;
  samples: StandardChange[];
  /** Number of removed attributes. `counts.idle` also counts other changes. */
  removedAttributes: number;
}

const pageSize = 2_000;
const maxSamples = 100;
const seriousness = ['breaking', 'warning', 'idle', 'harmless'] as const;

/**
 * Compares two versions. Counts all differences by class, and returns up to `maxSamples` of the most serious ones.
 */
export async function summarizeChanges(connection: Connection, compared: Compared): Promise<ChangeSummary> {
  const counts = { harmless: 0, idle: 0, warning: 0, breaking: 0 };
  // has one list for each class of change
  const samples = { harmless: [], idle: [], warning: [], breaking: [] } as Record<keyof ChangeCounts, StandardChange[]>;
  let removedAttributes = 0;
  const add = (change: StandardChange): void => {
    counts[change.class] += 1;
    if (change.kind === 'attribute' && change.change === 'removed') removedAttributes += 1;
    if (samples[change.class].length < maxSamples) samples[change.class].push(change);
  };
  const head = await findHeadChange(connection, compared);
  if (head !== undefined) add(head);
  for await (const change of itemChanges(connection, compared)) add(change);
  const ofValues = await countValueDifferences(connection, compared);
  for (const one of await listSeriousValueDifferences(connection, compared, maxSamples)) {
    const change = judgeValueChange(one);
    if (samples[change.class].length < maxSamples) samples[change.class].push(change);
  }
  counts.harmless += ofValues.harmless;
  counts.breaking += ofValues.breaking;
  return { counts, samples: seriousness.flatMap((one) => samples[one]).slice(0, maxSamples), removedAttributes };
}

async function* itemChanges(
  connection: Connection,
  compared: Compared,
): AsyncGenerator<StandardChange, void, undefined> {
  let after: { kind: string; itemId: string } | null = null;
  for (;;) {
    const page = await listItemDifferences(connection, compared, { limit: pageSize, after });
    for (const difference of page) yield judgeItemChange(difference);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { kind: last.kind, itemId: last.itemId };
  }
}

async function findHeadChange(
  connection: Connection,
  { key, from, to }: Compared,
): Promise<StandardChange | undefined> {
  const before = await findHead(connection, key, from);
  const after = await findHead(connection, key, to);
  if (before === undefined || after === undefined) return undefined;
  return judgeHeadChange(JSON.parse(before) as StandardHead, JSON.parse(after) as StandardHead); // both documents were checked when they were published
}

/** The last change of the previous page. `listId` is empty unless the change is to a value, and `id` is then the value. */
export interface ChangeCursor {
  kind: string;
  listId: string;
  id: string;
}

/** Lists the differences between two versions, first the head, then items by kind and id, then values by list. */
export async function listChanges(
  connection: Connection,
  compared: Compared,
  { limit, after }: { limit: number; after: ChangeCursor | null },
): Promise<StandardChange[]> {
  const head = after === null ? await findHeadChange(connection, compared) : undefined;
  const changes: StandardChange[] = head === undefined ? [] : [head];
  if (after?.kind !== 'value') {
    const afterItem = after === null || after.kind === 'head' ? null : { kind: after.kind, itemId: after.id };
    const items = await listItemDifferences(connection, compared, { limit: limit - changes.length, after: afterItem });
    changes.push(...items.map(judgeItemChange));
  }
  if (changes.length >= limit) return changes;
  const afterValue = after?.kind === 'value' ? { listId: after.listId, value: after.id } : null;
  const values = await listValueDifferences(connection, compared, { limit: limit - changes.length, after: afterValue });
  return [...changes, ...values.map(judgeValueChange)];
}
