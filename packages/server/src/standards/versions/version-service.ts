import type { StandardVersion } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { lockChannel } from '../../channels/index.ts';
import {
  type ChannelId,
  type Clock,
  type Database,
  PimentoError,
  planForWholeTables,
  type Transaction,
} from '../../platform/index.ts';
import type { PreparedStandard } from '../read/standard-rows.ts';
import { type ChangeSummary, summarizeChanges } from './change-service.ts';
import { type ChangedLists, placeDrafts } from './draft-store.ts';
import { applyDrafts, saveChangeCounts, saveVersion } from './standard-store.ts';
import type { StandardKey, StandardVersionRow } from './standard-types.ts';

export interface StandardDeps {
  database: Database;
  clock: Clock;
}

/** The publisher of a version. An adapter can publish only to its own channels. */
export interface Publisher {
  kind: 'adapter' | 'operator';
  actor: string;
}

export const unknownChannel = (channelId: ChannelId) => new PimentoError(problem('unknown-channel', { channelId }));

/** Locks the channel, so that its versions are stored one after another. @throws PimentoError unknown-channel */
export async function lockStandard(opened: Transaction, channelId: ChannelId): Promise<StandardKey> {
  const channel = await lockChannel(opened, channelId);
  if (channel === undefined) throw unknownChannel(channelId);
  return { adapterId: channel.adapterId, channelId };
}

interface NewVersion extends Pick<PreparedStandard, 'head' | 'jsonSchema' | 'documentHash' | 'counts'> {
  version: number;
  current: StandardVersionRow | undefined;
  publisher: Publisher;
  at: Date;
  changedLists: ChangedLists;
}

/**
 * Stores the drafts as a new version.
 * @returns the changes; undefined for the first version
 */
export function storeVersion(
  opened: Transaction,
  key: StandardKey,
  version: NewVersion,
): Promise<ChangeSummary | undefined> {
  // The stored rows may have been added a moment ago, so the statistics may not contain them yet.
  return planForWholeTables(opened, () => storeDrafts(opened, key, version));
}

async function storeDrafts(
  opened: Transaction,
  key: StandardKey,
  { version, current, publisher, at, changedLists, head, jsonSchema, documentHash, counts }: NewVersion,
): Promise<ChangeSummary | undefined> {
  if (current !== undefined) await placeDrafts(opened, key, changedLists);
  await applyDrafts(opened, key, version, changedLists);
  const row = {
    version,
    head,
    jsonSchema,
    documentHash,
    counts,
    publisher: publisher.kind,
    publishedBy: publisher.actor,
    at,
  };
  await saveVersion(opened, key, row);
  if (current === undefined) return undefined;
  const changes = await summarizeChanges(opened, { key, from: current.version, to: version });
  await saveChangeCounts(opened, key, version, changes.counts);
  return changes;
}

export const versionView = ({ documentHash: _, publishedAt, ...row }: StandardVersionRow): StandardVersion => ({
  ...row,
  published: publishedAt.toISOString(),
});
