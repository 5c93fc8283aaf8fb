import { movedKeys, planTables, refusedKeys, type TableStep } from './distribution-rules.ts';
import { placementOf } from './placement-rules.ts';
import type { Schema } from './schema-types.ts';

/**
 * Number of shards of each group. It limits the number of workers, because each shard is on one worker. 32 is the default of Citus, with
 * which the figures of the scale guide were measured.
 */
const shards = 32;

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the call that places a table. @returns undefined if the table stays on the coordinator */
function placingCall({ table, placement, column, colocatedWith }: TableStep): string | undefined {
  if (placement === 'reference') return `select create_reference_table(${literal(table)})`;
  if (column === null) return undefined;
  // Without 'none', Citus would put both groups together, because their columns have the same type.
  const group =
    colocatedWith === null
      ? `colocate_with => 'none', shard_count => ${shards}`
      : `colocate_with => ${literal(colocatedWith)}`;
  return `select create_distributed_table(${literal(table)}, ${literal(column)}, ${group})`;
}

/**
 * Returns the statements that distribute a database over the nodes of a Citus cluster, to be run in this order in one transaction.
 * - Citus refuses foreign keys between two tables that are not distributed yet, and triggers. Both are dropped first, and added afterwards.
 * - Foreign keys that Citus refuses in any case are dropped and not added again. These are keys of tables on the coordinator.
 */
export function distributionScript(schema: Schema): string[] {
  const moved = movedKeys(schema);
  const triggers = schema.triggers.filter(({ table }) => ['client', 'adapter'].includes(placementOf(table) ?? ''));
  return [
    'set local client_min_messages = warning',
    'set local citus.enable_unsafe_triggers = on',
    ...triggers.map((trigger) => `drop trigger ${name(trigger.name)} on ${name(trigger.table)}`),
    ...[...refusedKeys(schema), ...moved].map(
      (key) => `alter table ${name(key.table)} drop constraint ${name(key.name)}`,
    ),
    ...planTables(schema).flatMap((step) => placingCall(step) ?? []),
    ...moved.map(
      ({ table, name: key, definition }) => `alter table ${name(table)} add constraint ${name(key)} ${definition}`,
    ),
    ...triggers.map(({ definition }) => definition),
  ];
}
