import { type ByteArena, createByteArena } from '../../platform/core.ts';
import { guessProductId } from '../judge/fingerprint.ts';
import { describeLarge } from '../judge/large-product.ts';
import type { ImportSession } from '../store/import-session.ts';
import type { ImportBatch, ImportItem } from '../judge/import-types.ts';
import type { ProductSlice } from '../read/body-frame.ts';

/**
 * Maximum number of products of a batch. Larger batches need fewer round trips, but batches of 5,000 products were 20 % slower, because no
 * batch was prepared while another batch was stored.
 */
const batchProducts = 1000;
const batchBytes = 1 << 21;
/** Size of an arena in bytes, which is large enough for the products and rows of most batches. */
const arenaBytes = 1 << 22;

const noBytes = Buffer.alloc(0);

/** Groups the products of a body into batches. Batch boundaries depend only on the body, so that an import can be resumed. */
export interface BatchCutter {
  add: (slice: ProductSlice) => void;
  /** Returns the next full batch, or undefined if there is none. */
  takeFull(): ImportBatch | undefined;
  /** Returns the remaining products at the end of the body. */
  takeRest(): ImportBatch;
  /** Number of products so far, including skipped products. */
  readonly count: number;
  /** Makes the memory of a stored batch available for reuse. */
  release(batch: ImportBatch): void;
}

/** @param skip number of products at the start of the body that an earlier run has handled; of these, only the ids are recorded */
export function createBatchCutter(session: ImportSession, skip: number): BatchCutter {
  const full: ImportBatch[] = [];
  const free: ByteArena[] = [];
  let open: ImportItem[] = [];
  let arena = createByteArena(arenaBytes);
  let openBytes = 0;
  let index = 0;

  function cut(): ImportBatch {
    const batch = { items: open, arena };
    open = [];
    openBytes = 0;
    arena = free.pop() ?? createByteArena(arenaBytes);
    return batch;
  }

  return {
    add(slice) {
      const place = index++;
      const large = slice.isTooLarge ? describeLarge(slice.bytes) : undefined;
      const bytes = large ? noBytes : slice.bytes;
      const guessedId = large ? large.productId : guessProductId(bytes);
      if (place < skip) {
        if (guessedId !== undefined) session.seenIds.record(guessedId, place);
        return;
      }
      const { members, depth, offset, line, column } = slice;
      open.push({
        index: place,
        piece: arena.copy(bytes),
        members,
        depth,
        offset,
        line,
        column,
        large,
        guessedId,
        fingerprint: session.fingerprint(bytes),
        before: undefined,
      });
      openBytes += bytes.length;
      if (open.length >= batchProducts || openBytes >= batchBytes) full.push(cut());
    },
    takeFull: () => full.shift(),
    takeRest: cut,
    get count() {
      return index;
    },
    release(batch) {
      batch.arena.clear();
      free.push(batch.arena);
    },
  };
}
