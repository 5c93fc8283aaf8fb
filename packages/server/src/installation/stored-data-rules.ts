import type { StoredData, StoredKind } from '@pimento/contract';
import type { TableSize } from './stored-data-views.ts';

/** How long a kind of data is kept, with the environment variable that sets it. 0 days means forever. */
export type Retention = Partial<Record<StoredKind, { days: number; setting: string | null }>>;

/** Prefixes of table names by kind. The first match determines the kind of a table. */
const beginnings: readonly (readonly [StoredKind, readonly string[]])[] = [
  ['history', ['product_history', 'deleted_revision']],
  ['changes', ['product_feed']],
  ['importErrors', ['import_error']],
  ['imports', ['import_', 'bulk_edit', 'product_deletion', 'idempotency_key']],
  ['submissionContents', ['submission_product', 'submission_asset', 'structure_snapshot']],
  ['submissions', ['submission', 'channel_product', 'adapter_submission', 'submit_key', 'automatic_submit']],
  ['events', ['event', 'pending', 'kept_event', 'purged_event', 'stream']],
  ['audit', ['audit_']],
  ['readiness', ['channel_evaluation', 'channel_problem', 'channel_ruleset', 'evaluation_', 'readiness_', 'ruleset_']],
  ['files', ['asset']],
  ['standards', ['channel_standard', 'channel_mapping', 'standard_', 'mapping_']],
  ['notices', ['notice']],
  ['products', ['product', 'search_']],
];

/** Returns the kind of data of a table. */
const kindOf = (table: string): StoredKind =>
  beginnings.find(([, names]) => names.some((name) => table.startsWith(name)))?.[0] ?? 'other';

/** Kinds whose deleted rows are counted, with their name in the table `retention`. */
const counted: Partial<Record<StoredKind, string>> = {
  history: 'history',
  importErrors: 'import-errors',
  imports: 'imports',
  submissions: 'submissions',
};

/** Sums the tables of each kind, largest first. @param deleted number of deleted rows by name in the table `retention` */
export function judgeStored(
  tables: readonly TableSize[],
  retention: Retention,
  deleted: ReadonlyMap<string, number>,
): StoredData[] {
  return [...Map.groupBy(tables, ({ table }) => kindOf(table))]
    .map(([kind, ofKind]) => ({
      kind,
      rows: ofKind.reduce((sum, { rows }) => sum + rows, 0),
      bytes: ofKind.reduce((sum, { bytes }) => sum + bytes, 0),
      keptDays: retention[kind]?.days || null,
      setting: retention[kind]?.setting ?? null,
      deletedRows: deleted.get(counted[kind] ?? '') ?? null,
    }))
    .toSorted((one, other) => other.bytes - one.bytes);
}
