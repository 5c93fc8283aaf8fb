import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';

/**
 * Returns true if a backup currently prevents the deletion of files. Call this in the transaction that deletes files, before the first file
 * is deleted. A backup that begins later waits until the transaction ends.
 */
export async function areFilesHeld(opened: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select file_hold.held_until > now() as "isHeld"
    from file_hold
    for share`.execute(opened);
  return rows[0]?.isHeld ?? false;
}

/**
 * Prevents the deletion of files for a number of seconds. Waits until running deletions of files have ended.
 * @returns false if a backup prevents the deletion already
 */
export async function holdFiles(database: Database, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update file_hold
    set holder = ${holder}, held_until = clock_timestamp() + make_interval(secs => ${seconds})
    where file_hold.held_until < clock_timestamp()
    returning 1`.execute(database);
  return rows.length > 0;
}

/**
 * Extends a hold to a number of seconds from now. A hold that has expired is not renewed, because files may have been deleted since.
 * @returns false if the hold has expired
 */
export async function extendHold(database: Database, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update file_hold
    set held_until = clock_timestamp() + make_interval(secs => ${seconds})
    where file_hold.holder = ${holder} and file_hold.held_until > clock_timestamp()
    returning 1`.execute(database);
  return rows.length > 0;
}

/** Allows the deletion of files again, unless a different backup prevents it. */
export async function releaseFiles(database: Database, holder: string): Promise<void> {
  await sql`
    update file_hold
    set holder = null, held_until = '-infinity'
    where file_hold.holder = ${holder}`.execute(database);
}

/** Allows the deletion of files in a restored database, because the copy contains the hold of the backup that made it. */
export async function releaseAllFiles(database: Database): Promise<void> {
  await sql`update file_hold set holder = null, held_until = '-infinity'`.execute(database);
}
