import { problem } from '@pimento/contract/problem';
import { describeAct, PimentoError, transaction } from '../../platform/index.ts';
import { createDraftsOfVersion } from './draft-store.ts';
import { markWithdrawn } from './standard-store.ts';
import type { StandardKey, StandardVersionRow } from './standard-types.ts';
import { findHead, findJsonSchema, findVersion, findVersionBefore } from './standard-views.ts';
import { type StandardDeps, type Publisher, unknownChannel, lockStandard, storeVersion } from './version-service.ts';

/**
 * Withdraws the current version. The newest earlier version that has different content and was not withdrawn is published again as a new
 * version.
 * @throws PimentoError unknown-channel, unknown-standard, not-possible-now
 */
export async function withdrawStandard(
  { database, clock }: StandardDeps,
  { adapterId, channelId }: StandardKey,
  publisher: Publisher,
  version: number,
): Promise<StandardVersionRow> {
  return transaction(database, async (opened) => {
    const key = await lockStandard(opened, channelId);
    if (key.adapterId !== adapterId) throw unknownChannel(channelId);
    const current = await findVersion(opened, key);
    if ((await findVersion(opened, key, version)) === undefined)
      throw new PimentoError(problem('unknown-standard', { kind: 'version', channelId, version }));
    const before = current && (await findVersionBefore(opened, key, current));
    const head = before && (await findHead(opened, key, before.version));
    const jsonSchema = before && (await findJsonSchema(opened, key, before.version));
    if (current?.version !== version || before === undefined || head === undefined || jsonSchema === undefined)
      throw new PimentoError(problem('not-possible-now', { kind: 'standard-version', version }));
    const changedLists = await createDraftsOfVersion(opened, key, before.version);
    const { documentHash, counts } = before;
    await storeVersion(opened, key, {
      version: version + 1,
      current,
      publisher,
      changedLists,
      at: clock.now(),
      head,
      jsonSchema,
      documentHash,
      counts,
    });
    await markWithdrawn(opened, key, version);
    describeAct({ after: { withdrawn: version, version: version + 1 } });
    const stored = await findVersion(opened, key);
    if (stored === undefined) throw new Error('the new version was just stored');
    return stored;
  });
}
