import { isDeepStrictEqual } from 'node:util';
import { problem } from '@pimento/contract/problem';
import { listAccounts, unknownAccount, unknownConnection } from '../../channels/index.ts';
import { type Database, describeAct, PimentoError, transaction } from '../../platform/index.ts';
import { lockClientEvaluations } from '../evaluations/change-store.ts';
import { requireConnection } from '../reports/readiness-service.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { startPass } from '../rulesets/ruleset-store.ts';
import { type ConnectionSettings, lockSettings, saveSettings } from './connection-settings-store.ts';

type Patch = { [Member in keyof ConnectionSettings]?: ConnectionSettings[Member] | undefined };

/**
 * Changes how a connection uses the data standard of its channel. Members that are absent keep their stored values. If evaluations
 * determine the states of products from now on, a pass starts and updates all states.
 * @throws PimentoError unknown-channel, unknown-connection, unknown-standard, unknown-account, changed-meanwhile
 */
export async function updateConnection(
  database: Database,
  key: ConnectionKey,
  { expected = {}, ...patch }: Patch & { expected?: Patch | undefined },
): Promise<void> {
  await transaction(database, async (opened) => {
    await requireConnection(opened, key);
    // Evaluations are locked before the connection. The background work uses the same order, so that the two cannot deadlock.
    await lockClientEvaluations(opened, key.clientId);
    const stored = await lockSettings(opened, key);
    if (stored === undefined) throw unknownConnection(key.channelId);
    const { rulesetNo, hasStandard, ...before } = stored;
    if (!hasStandard) throw noStandard(key);
    refuseChanged(before, expected);
    const after = {
      readyWhen: patch.readyWhen ?? before.readyWhen,
      evaluationAccountId:
        patch.evaluationAccountId === undefined ? before.evaluationAccountId : patch.evaluationAccountId,
    };
    describeAct({ before: { ...before }, after });
    const accountId = patch.evaluationAccountId ?? null;
    if (accountId !== null && !(await listAccounts(opened, key)).some((account) => account.accountId === accountId))
      throw unknownAccount(accountId);
    await saveSettings(opened, key, after);
    const isNew = before.readyWhen === 'marked' && after.readyWhen === 'valid';
    if (isNew && rulesetNo !== null) await startPass(opened, key, rulesetNo);
  });
}

export const noStandard = ({ channelId }: Pick<ConnectionKey, 'channelId'>) =>
  new PimentoError(problem('unknown-standard', { kind: 'none', channelId }));

function refuseChanged(stored: ConnectionSettings, expected: Patch): void {
  const isSame = isDeepStrictEqual({ ...stored, ...expected }, stored);
  if (!isSame) throw new PimentoError(problem('changed-meanwhile', { kind: 'connection' }), { stored });
}
