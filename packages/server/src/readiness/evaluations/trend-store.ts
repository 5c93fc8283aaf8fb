import { sql } from 'kysely';
import type { Database } from '../../platform/index.ts';

/** Number of days for which counts are kept. */
const maxDays = 400;

const productsOf = (outcome: string) =>
  sql`coalesce(sum(evaluation_tally.products) filter (where evaluation_tally.key = ${outcome}), 0)`;

/**
 * Stores the current counts of all connections with a ruleset for a day, and deletes days that are too old. Writes only changed counts.
 * @param day `yyyy-MM-dd`
 */
export async function saveDay(database: Database, day: string): Promise<void> {
  await sql`
    insert into readiness_day as stored (client_id, channel_id, day, ready, incomplete, invalid, unmapped)
    select
      connection.client_id, connection.channel_id, ${day}::date,
      ${productsOf('ready')}, ${productsOf('incomplete')}, ${productsOf('invalid')}, ${productsOf('unmapped')}
    from connection
    join evaluation_tally on evaluation_tally.client_id = connection.client_id
      and evaluation_tally.channel_id = connection.channel_id and evaluation_tally.kind = 'outcome'
    where connection.ruleset_no is not null
    group by connection.client_id, connection.channel_id
    order by connection.client_id, connection.channel_id
    on conflict (client_id, channel_id, day) do update
    set ready = excluded.ready, incomplete = excluded.incomplete, invalid = excluded.invalid, unmapped = excluded.unmapped
    where (stored.ready, stored.incomplete, stored.invalid, stored.unmapped)
      is distinct from (excluded.ready, excluded.incomplete, excluded.invalid, excluded.unmapped)`.execute(database);
  await sql`
    delete from readiness_day
    where readiness_day.day < ${day}::date - ${maxDays}::integer`.execute(database);
}
