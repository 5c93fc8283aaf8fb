import type { ImportReport } from '@pimento/contract';
import {
  createByteArena,
  createFairTurns,
  isLockTimeout,
  limitLockWaits,
  poolSize,
  type ProductId,
  type Transaction,
} from '../platform/core.ts';
import { definitionsLocked, loadStructure, maxLockWaitMs } from '../structure/core.ts';
import {
  claimIdempotencyKey,
  type FirstRequest,
  type IdempotentRequest,
  saveIdempotentAnswer,
} from './jobs/idempotency-store.ts';
import type { ImportBatch, ImportItem, ImportRequest } from './judge/import-types.ts';
import type { BodyContent } from './read/content-hash.ts';
import type { ProductSlice } from './read/body-frame.ts';
import { type Again, attemptIn, repeatUntilDone } from './store/attempt.ts';
import { safeAttempt, storeBatch } from './store/import-apply.ts';
import { exclude, type ExcludedProducts, prepareBatch } from './store/import-prepare.ts';
import { createSession, type ImportDeps, type ImportSession, recordStored } from './store/import-session.ts';
import { createCompletedJob } from './jobs/edit-job-store.ts';
import { appendErrors } from './jobs/import-job-store.ts';
import { reportOf } from './run/import-report.ts';

/**
 * Maximum number of bytes of an edit that is validated on the main thread. Larger edits go to an import thread, so that they do not delay
 * other requests.
 */
export const maxEditBytes = 1 << 16;

/** Maximum number of concurrent edits. While waiting for a lock, each edit holds a connection of the pool that all other requests share. */
const maxEdits = 4;

/** The assumed fingerprint verdict (see `prepareBatch`). An edited product probably exists with different values. */
const lookUpFirst = '!';

/** The outcome of an edit. If an earlier request used the same Idempotency-Key, `first` is that request, and nothing was stored. */
export type EditOutcome =
  /** `productId` is undefined if the product was rejected. */
  { report: ImportReport; productId: ProductId | undefined } | { first: FirstRequest; idempotent: IdempotentRequest };

export interface Edit {
  request: ImportRequest;
  product: ProductSlice;
  content: BodyContent;
  idempotent: IdempotentRequest | undefined;
}

/** Stores one product together with a completed job, in one short transaction within the request. */
export type ProductEditor = (edit: Edit) => Promise<EditOutcome>;

function batchOf({ bytes, isTooLarge: _isTooLarge, ...place }: ProductSlice, session: ImportSession): ImportBatch {
  const arena = createByteArena(bytes.byteLength);
  const item: ImportItem = {
    ...place,
    index: 0,
    piece: arena.copy(bytes),
    fingerprint: session.fingerprint(bytes),
    large: undefined,
    guessedId: undefined,
    before: undefined,
  };
  return { items: [item], arena };
}

async function storeEdit(
  deps: ImportDeps,
  { request, product, content, idempotent }: Edit,
  { excluded, keptIds }: { excluded: ExcludedProducts; keptIds: Set<string> },
  transaction: Transaction,
): Promise<EditOutcome | Again> {
  await limitLockWaits(transaction, maxLockWaitMs);
  const first = idempotent && (await claimIdempotencyKey(transaction, idempotent));
  if (first) return { first, idempotent };
  const structure = await loadStructure(transaction, request.clientId);
  const session = createSession(deps, request, structure, { copiesNew: false, keptIds });
  session.bytesRead = request.bytesTotal ?? 0;
  const batch = await prepareBatch(session, batchOf(product, session), lookUpFirst, excluded);
  const outcome = await storeBatch(transaction, session, batch, safeAttempt);
  if ('again' in outcome) return outcome;
  recordStored(session, outcome.stored);
  const report = reportOf(session);
  await createCompletedJob(transaction, request, report, session.unlisted);
  await appendErrors(transaction, request, 0, outcome.stored.problems);
  if (idempotent) await saveIdempotentAnswer(transaction, idempotent, { status: 200, answer: report, content });
  return { report, productId: report.rejected > 0 ? undefined : batch.products[0]?.productId };
}

export function createProductEditor(deps: ImportDeps): ProductEditor {
  const turns = createFairTurns(poolSize(maxEdits), { waiting: 100, ms: 30_000 });
  return async (edit) => {
    using _turn = await turns.enter(edit.request.clientId);
    let excluded: ExcludedProducts = new Map();
    const keptIds = new Set<string>();
    return await repeatUntilDone(async () => {
      const outcome = await attemptIn(deps.database, (transaction) =>
        storeEdit(deps, edit, { excluded, keptIds }, transaction),
      ).catch((error: unknown) => {
        throw isLockTimeout(error) ? definitionsLocked() : error;
      });
      if ('again' in outcome && outcome.again === 'rejected') excluded = exclude(excluded, outcome.rejected);
      return outcome;
    });
  };
}
