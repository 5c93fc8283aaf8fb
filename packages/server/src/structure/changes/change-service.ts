import { setTimeout as sleep } from 'node:timers/promises';
import type { DefinitionChange, PutAttributesAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type Connection,
  isUuid,
  PimentoError,
  type ClientId,
  transaction,
  describeAct,
} from '../../platform/index.ts';
import { listAttributeRows } from '../state/attribute-row-store.ts';
import type { ChangeDeps } from './change-lock-service.ts';
import { advanceChanges } from './change-slice-service.ts';
import { cancelChecking, type ChangeKey, insertChange } from './change-store.ts';
import type { ChangeResult } from './change-types.ts';
import { countClientProducts, findChange, findChangeResult, listChanges } from './change-views.ts';
import { listChangedAttributes, mergeDefinitions } from './merge-service.ts';

export type Author = { clientId: ClientId; actor: string };

/** Maximum time in milliseconds that a request waits for the check of stored values, which is enough for a few million products. */
const maxWaitMs = 100_000;
const askAgainMs = 25;
/** If the check covers at most this many products, the request also waits for their conversion, which then takes less than a second. */
const fewProducts = 2_000;
const listedChanges = 50;

/**
 * Stores a change to definitions. The stored values are then checked in the background, in slices.
 * @throws PimentoError changed-meanwhile, or invalid-definitions with every problem
 */
export async function startChange(
  { database, clock }: ChangeDeps,
  { clientId, actor }: Author,
  definitions: readonly unknown[],
  dryRun: boolean,
): Promise<ChangeKey> {
  const merge = mergeDefinitions(await listAttributeRows(database, clientId), definitions, { nextPosition: 1 });
  const change = { clientId, changeId: clock.newId(), actor, dryRun, definitions };
  const products = await countClientProducts(database, clientId);
  describeAct({ object: change.changeId, after: { attributes: listChangedAttributes(merge).slice(0, 100), dryRun } });
  await transaction(database, (transaction) =>
    insertChange(transaction, { ...change, products, attributes: listChangedAttributes(merge) }),
  );
  return change;
}

/** @throws PimentoError unknown-job */
export async function getChange(connection: Connection, { clientId, changeId }: ChangeKey): Promise<DefinitionChange> {
  const found = isUuid(changeId) ? await findChange(connection, { clientId, changeId }) : undefined;
  if (!found) throw new PimentoError(problem('unknown-job', { kind: 'definition-change', changeId }));
  return found;
}

export const listLatestChanges = (connection: Connection, clientId: ClientId): Promise<DefinitionChange[]> =>
  listChanges(connection, clientId, listedChanges);

/**
 * Cancels a change whose stored values are still being checked. Definitions and values do not change.
 * @throws PimentoError unknown-job, not-possible-now if the check has already ended
 */
export async function cancelChange({ database }: ChangeDeps, key: ChangeKey): Promise<DefinitionChange> {
  const { status } = await getChange(database, key);
  const isCancelled = status === 'Checking' && (await transaction(database, (opened) => cancelChecking(opened, key)));
  const change = await getChange(database, key);
  if (!isCancelled && change.status !== 'Cancelled')
    throw new PimentoError(problem('not-possible-now', { kind: 'definition-change-state', status: change.status }));
  return change;
}

/**
 * Processes the client's changes until this change has stored its definitions or has ended. If there are few products, also waits for their
 * conversion.
 * @param signal ends the wait; the change continues in the background
 * @throws PimentoError values-do-not-fit with `count` (products), `samples` and one entry of `errors` for each definition; the errors of
 * startChange; not-possible-now with `changeId` if the wait ends after 100 s or by `signal`; not-possible-now if the change was cancelled
 */
export async function waitForChange(
  deps: ChangeDeps,
  key: ChangeKey,
  signal?: AbortSignal,
): Promise<PutAttributesAnswer> {
  const ends = deps.clock.monotonic() + maxWaitMs;
  for (;;) {
    const result = await findChangeResult(deps.database, key);
    if (!result) throw new PimentoError(problem('not-possible-now', { kind: 'definition-change-cancelled' }));
    if (isSettled(result)) return answerOf(result);
    if (signal?.aborted || deps.clock.monotonic() > ends) {
      const refusal = problem('not-possible-now', { kind: 'definition-change-running' });
      throw new PimentoError(refusal, { changeId: key.changeId }, { 'retry-after': '30' });
    }
    if (!(await advanceChanges(deps, key.clientId))) await sleep(askAgainMs);
  }
}

const isSettled = ({ status, checked }: ChangeResult): boolean =>
  status !== 'Checking' && (status !== 'Converting' || checked > fewProducts);

function answerOf({ answer, problem: refusal }: ChangeResult): PutAttributesAnswer {
  if (answer) return answer;
  if (refusal) throw new PimentoError(refusal, refusal.extra);
  throw new PimentoError(problem('not-possible-now', { kind: 'definition-change-cancelled' }));
}
