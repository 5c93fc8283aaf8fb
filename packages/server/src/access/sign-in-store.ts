import { sql } from 'kysely';
import type { Connection, Database } from '../platform/index.ts';

/** Records one failure for each name and deletes all failures older than `since`. */
export async function recordFailures(
  connection: Database,
  failures: readonly { failureId: string; tried: string }[],
  at: Date,
  since: Date,
): Promise<void> {
  await sql`
    with forgotten as (
      delete from sign_in_failure
      where sign_in_failure.at < ${since}
    )
    insert into sign_in_failure (failure_id, tried, at)
    select failure."failureId", failure.tried, ${at}
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failure ("failureId" uuid, tried text)`.execute(
    connection,
  );
}

/** Counts each name's failures since a given time. Names without failures are omitted. */
export async function countFailures(
  connection: Connection,
  tried: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ tried: string; count: number }>`
    select sign_in_failure.tried, count(*) as count
    from sign_in_failure
    where sign_in_failure.tried = any(${tried}::text[]) and sign_in_failure.at >= ${since}
    group by sign_in_failure.tried`.execute(connection);
  return new Map(rows.map((row) => [row.tried, row.count]));
}

export async function deleteFailures(connection: Database, tried: string): Promise<void> {
  await sql`delete from sign_in_failure where sign_in_failure.tried = ${tried}`.execute(connection);
}
