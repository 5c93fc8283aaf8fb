import { sql } from 'kysely';
import type { Database } from '../platform/index.ts';

export interface WalkClaim {
  owner: string;
  now: Date;
  /** The claim ends at this time unless it is renewed. */
  until: Date;
}

/**
 * Claims the walk over the stored files if it is due, or renews the claim.
 * @param dueBefore a walk starts if the last one ended before this time
 * @returns the last folder that was completed, '' at the start of a walk; undefined if another process has the claim or no walk is due
 */
export async function claimWalk(
  connection: Database,
  { owner, now, until }: WalkClaim,
  dueBefore: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ through: string }>`
    update file_walk
    set owner = ${owner}, claimed_until = ${until}
    where (file_walk.claimed_until < ${now} or file_walk.owner = ${owner})
      and (file_walk.through is not null or file_walk.finished_at < ${dueBefore})
    returning coalesce(file_walk.through, '') as through`.execute(connection);
  return rows[0]?.through;
}

/** Renews the claim. @returns false if another process has claimed the walk */
export async function renewWalk(connection: Database, { owner, until }: WalkClaim): Promise<boolean> {
  const { rows } = await sql`
    update file_walk
    set claimed_until = ${until}
    where file_walk.owner = ${owner}
    returning 1`.execute(connection);
  return rows.length > 0;
}

export async function saveWalked(connection: Database, owner: string, through: string): Promise<void> {
  await sql`
    update file_walk
    set through = ${through}
    where file_walk.owner = ${owner}`.execute(connection);
}

export async function finishWalk(connection: Database, owner: string, at: Date): Promise<void> {
  await sql`
    update file_walk
    set through = null, owner = null, claimed_until = '-infinity', finished_at = ${at}
    where file_walk.owner = ${owner}`.execute(connection);
}
