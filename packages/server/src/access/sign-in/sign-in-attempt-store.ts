import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';

export interface AttemptCount {
  attempts: number;
  /** Start of the time window in which the attempts are counted. */
  since: Date;
}

/**
 * Counts an attempt under each name, before its outcome is known, and deletes expired counts. Concurrent attempts are counted one after the
 * other.
 * @param since start of the time window; an older count restarts
 * @returns the counts keyed by name, including this attempt
 */
export async function countAttempts(
  connection: Database,
  names: readonly string[],
  at: Date,
  since: Date,
): Promise<Map<string, AttemptCount>> {
  const { rows } = await sql<{ tried: string } & AttemptCount>`
    with ended as (
      delete from sign_in_attempt
      where sign_in_attempt.tried in (
        select old.tried
        from sign_in_attempt as old
        where old.last_at < ${since} and old.tried <> all(${names}::text[])
        -- never waits for another sign-in that deletes or counts the same names
        for update skip locked
      )
    )
    insert into sign_in_attempt (tried, attempts, since, last_at)
    select named.tried, 1, ${at}, ${at}
    from unnest(${names}::text[]) as named (tried)
    order by named.tried
    on conflict (tried) do update set
      attempts = case when sign_in_attempt.since < ${since} then 1 else sign_in_attempt.attempts + 1 end,
      since = case when sign_in_attempt.since < ${since} then excluded.since else sign_in_attempt.since end,
      last_at = excluded.last_at
    returning sign_in_attempt.tried, sign_in_attempt.attempts, sign_in_attempt.since`.execute(connection);
  return new Map(rows.map(({ tried, ...count }) => [tried, count]));
}

/** Deletes a person's counts of failed sign-ins and of wrong current passwords, for all IP addresses. Keeps the counts of known devices. */
export async function forgetAttempts(
  connection: Transaction,
  { personId, email }: { personId: string; email: string },
): Promise<void> {
  await sql`
    delete from sign_in_attempt
    where sign_in_attempt.tried in (${`email:${email}`}, ${`present:${personId}`})
      or (starts_with(sign_in_attempt.tried, 'pair:') and split_part(sign_in_attempt.tried, ' ', 2) = ${email})`.execute(
    connection,
  );
}

/** Subtracts one attempt from the count of each name. @param forgotten names whose counts are deleted instead */
export async function takeBackAttempt(
  connection: Database,
  names: readonly string[],
  forgotten: readonly string[],
): Promise<void> {
  await sql`
    with ended as (
      delete from sign_in_attempt
      where sign_in_attempt.tried = any(${forgotten}::text[])
    )
    update sign_in_attempt
    set attempts = sign_in_attempt.attempts - 1
    where sign_in_attempt.tried = any(${names}::text[])
      and sign_in_attempt.tried <> all(${forgotten}::text[])
      and sign_in_attempt.attempts > 0`.execute(connection);
}
