import { sql } from 'kysely';
import type { ClientId, Database } from '../../platform/index.ts';
import type { ImageSize } from '../content/image-preview.ts';

/** A stored picture that needs thumbnails. */
export interface DuePreview {
  clientId: ClientId;
  sha256: string;
  size: number;
}

/** Size of the picture if thumbnails were made, otherwise the reason why no thumbnails were made. */
export type PreviewOutcome = ImageSize | { code: string; info: string };

/** Duration of a claim. After `maxTries` claims, no more thumbnails are attempted, because the picture may be crashing the process. */
const leaseSeconds = 240;
const maxTries = 3;

/**
 * Claims the longest-waiting picture of the next client in id order.
 * @param clients.after only clients after this one
 * @param clients.except clients to exclude
 * @returns undefined if no picture is waiting
 */
export async function claimPreview(
  connection: Database,
  clients: { after: string; except: readonly ClientId[] },
): Promise<DuePreview | undefined> {
  const { rows } = await sql<DuePreview & { tries: number }>`
    with next as (
      select asset.client_id, asset.asset_id
      from asset
      where asset.preview = 'due'
        and asset.preview_due_at <= now()
        and asset.client_id > ${clients.after}
        and asset.client_id <> all(${clients.except}::text[])
      order by asset.client_id, asset.preview_due_at
      limit 1
      for update skip locked
    )
    update asset
    set preview_due_at = now() + make_interval(secs => ${leaseSeconds}), preview_tries = asset.preview_tries + 1
    from next
    where asset.client_id = next.client_id and asset.asset_id = next.asset_id
    returning asset.client_id as "clientId", asset.sha256, asset.size, asset.preview_tries as tries`.execute(
    connection,
  );
  const due = rows[0];
  if (due === undefined || due.tries <= maxTries) return due;
  await savePreview(connection, due, {
    code: 'gave-up',
    info: `Making thumbnails ended the process or took too long ${maxTries} times.`,
  });
  return claimPreview(connection, clients);
}

/**
 * Subtracts the last claim from the number of tries, because the attempt failed for a reason unrelated to the picture. The picture is due
 * again when its claim ends.
 */
export async function releasePreview(
  connection: Database,
  { clientId, sha256 }: Pick<DuePreview, 'clientId' | 'sha256'>,
): Promise<void> {
  await sql`
    update asset
    set preview_tries = asset.preview_tries - 1
    where asset.client_id = ${clientId}
      and asset.sha256 = ${sha256}
      and asset.preview = 'due'
      and asset.preview_tries > 0`.execute(connection);
}

/** Records the result for every asset with these bytes whose preview is due. */
export async function savePreview(
  connection: Database,
  { clientId, sha256 }: Pick<DuePreview, 'clientId' | 'sha256'>,
  outcome: PreviewOutcome,
): Promise<void> {
  const [size, failure] = 'code' in outcome ? [undefined, outcome] : [outcome, undefined];
  await sql`
    update asset
    set
      preview = ${size ? 'made' : 'failed'},
      preview_due_at = null,
      preview_code = ${failure?.code ?? null}::text,
      preview_info = ${failure?.info ?? null}::text,
      width = coalesce(${size?.width ?? null}::integer, asset.width),
      height = coalesce(${size?.height ?? null}::integer, asset.height)
    where asset.client_id = ${clientId} and asset.sha256 = ${sha256} and asset.preview = 'due'`.execute(connection);
}
