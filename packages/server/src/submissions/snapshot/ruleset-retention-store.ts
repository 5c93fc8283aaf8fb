import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/index.ts';

/**
 * SQL condition on `channel_ruleset` that a ruleset is needed by its connection, or by a submission whose pages can be fetched. The newest
 * ruleset of a connection is always kept, so that numbers never restart, even if the client leaves the channel.
 */
const isNeeded = (table: string): RawBuilder<boolean> => {
  const ruleset = sql.table(table);
  return sql<boolean>`(
    exists (
      select
      from connection
      where connection.client_id = ${ruleset}.client_id and connection.channel_id = ${ruleset}.channel_id
        and connection.ruleset_no = ${ruleset}.ruleset_no
    )
    or exists (
      select
      from submission
      where submission.client_id = ${ruleset}.client_id and submission.channel_id = ${ruleset}.channel_id
        and submission.ruleset_no = ${ruleset}.ruleset_no and submission.content_gone_at is null
    )
    or not exists (
      select
      from channel_ruleset as later
      where later.client_id = ${ruleset}.client_id and later.channel_id = ${ruleset}.channel_id
        and later.ruleset_no > ${ruleset}.ruleset_no
    )
  )`;
};

/** Marks the rulesets that are not needed any more, and unmarks rulesets that are needed again. */
export async function markUnusedRulesets(connection: Database, at: Date): Promise<void> {
  await sql`
    update channel_ruleset
    set unused_since = case when judged.is_needed then null else ${at}::timestamptz end
    from (
      select candidate.client_id, candidate.channel_id, candidate.ruleset_no, ${isNeeded('candidate')} as is_needed
      from channel_ruleset as candidate
    ) as judged
    where channel_ruleset.client_id = judged.client_id
      and channel_ruleset.channel_id = judged.channel_id
      and channel_ruleset.ruleset_no = judged.ruleset_no
      and judged.is_needed = (channel_ruleset.unused_since is not null)`.execute(connection);
}

/** Deletes rulesets that were marked at `limit` or before and are still not needed. */
export async function deleteUnusedRulesets(connection: Database, limit: Date): Promise<void> {
  await sql`
    delete from channel_ruleset
    where channel_ruleset.unused_since <= ${limit} and not ${isNeeded('channel_ruleset')}`.execute(connection);
}
