import type { DefinitionChange } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { ChangeKey } from './change-store.ts';
import type { ChangedAttribute, ChangeResult, StoredRefusal } from './change-types.ts';

type ChangeRow = Omit<DefinitionChange, 'attributes' | 'problem' | 'startedAt' | 'switchedAt' | 'finishedAt'> & {
  attributes: ChangedAttribute[];
  problem: StoredRefusal | null;
  startedAt: Date;
  switchedAt: Date | null;
  finishedAt: Date | null;
};

function viewOf(row: ChangeRow): DefinitionChange {
  const { problem, startedAt, switchedAt, finishedAt } = row;
  return {
    ...row,
    attributes: row.attributes.map(({ key: _key, ...attribute }) => attribute),
    problem: problem && { code: problem.code, message: problem.message, params: problem.params },
    startedAt: startedAt.toISOString(),
    switchedAt: switchedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

const selectChanges = (which: RawBuilder<unknown>) => sql<ChangeRow>`
  select
    definition_change.change_id as "changeId", definition_change.status, definition_change.dry_run as "dryRun",
    definition_change.actor, definition_change.attributes, definition_change.products, definition_change.checked,
    definition_change.holders, definition_change.to_convert as "toConvert", definition_change.converted,
    definition_change.misfits, definition_change.samples, definition_change.problem,
    definition_change.started_at as "startedAt", definition_change.switched_at as "switchedAt",
    definition_change.finished_at as "finishedAt"
  from definition_change
  where ${which}`;

export async function findChange(
  connection: Connection,
  { clientId, changeId }: ChangeKey,
): Promise<DefinitionChange | undefined> {
  const { rows } = await selectChanges(
    sql`definition_change.client_id = ${clientId} and definition_change.change_id = ${changeId}::uuid`,
  ).execute(connection);
  return rows[0] && viewOf(rows[0]);
}

/** Lists the latest changes to a client's definitions, newest first. */
export async function listChanges(
  connection: Connection,
  clientId: ClientId,
  limit: number,
): Promise<DefinitionChange[]> {
  const { rows } = await selectChanges(
    sql`definition_change.client_id = ${clientId} order by definition_change.change_id desc limit ${limit}`,
  ).execute(connection);
  return rows.map(viewOf);
}

export async function findChangeResult(
  connection: Connection,
  { clientId, changeId }: ChangeKey,
): Promise<ChangeResult | undefined> {
  const { rows } = await sql<ChangeResult>`
    select definition_change.status, definition_change.checked, definition_change.problem, definition_change.answer
    from definition_change
    where definition_change.client_id = ${clientId} and definition_change.change_id = ${changeId}::uuid`.execute(
    connection,
  );
  return rows[0];
}

export async function countClientProducts(connection: Connection, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from product
    where product.client_id = ${clientId}`.execute(connection);
  return rows[0]?.count ?? 0;
}
