import type { AssetStatus } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';

/** The displayed state. A download that is claimed but not started is shown as waiting. */
export const shownStatus: RawBuilder<AssetStatus> = sql`case
    when asset.status = 'DOWNLOADING' and asset.due_at is not null then 'WAITING_FOR_DOWNLOAD'
    else asset.status
  end`;

/** Returns the stored states of assets that are displayed in one of these states. */
export const storedStatuses = (shown: readonly AssetStatus[]): AssetStatus[] =>
  shown.includes('WAITING_FOR_DOWNLOAD') ? [...new Set([...shown, 'DOWNLOADING' as const])] : [...shown];

/** SQL condition that an asset is displayed in one of these states. The first condition allows the use of an index. */
export function hasStatus(shown: readonly AssetStatus[]): RawBuilder<boolean> {
  return sql`asset.status = any(${storedStatuses(shown)}::text[]) and ${shownStatus} = any(${shown}::text[])`;
}
