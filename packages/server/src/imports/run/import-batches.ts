import { type ByteArena, createByteArena } from '../../platform/core.ts';
import { guessProductId } from '../judge/fingerprint.ts';
import type { ImportSession } from '../store/import-session.ts';
import type { ImportBatch, ImportItem } from '../judge/import-types.ts';
import type { ProductSlice } from '../read/body-frame.ts';

/** Fewer, larger statements cost fewer round trips; 5,000 lost a fifth, since nothing was prepared while one ran. */
const batchProducts = 1000;
const batchBytes = 1 << 21;
/** Enough for the products of most batches and their rows. */
const arenaBytes = 1 << 22;

/** Gathers the products of a body into batches. The boundaries of batches depend only on the body, so that an import can be resumed. */
export interface BatchCutter {
  add: (slice: ProductSlice) => void;
  /** The next full batch, or undefined. */
  takeFull(): ImportBatch | undefined;
  /** What is left at the end of the body. */
  takeRest(): ImportBatch;
  /** Products so far, including skipped ones. */
  readonly count: number;
  /** The batch is stored: its memory is used again. */
  release(batch: ImportBatch): void;
}

/** @param skip products at the start of the body that an earlier run has handled: only their ids are recorded */
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
      const guessedId = guessProductId(slice.bytes);
      if (place < skip) {
        if (guessedId !== undefined) session.seenIds.record(guessedId, place);
        return;
      }
      const { members, depth, offset, line, column } = slice;
      open.push({
        index: place,
        piece: arena.copy(slice.bytes),
        members,
        depth,
        offset,
        line,
        column,
        guessedId,
        fingerprint: session.fingerprint(slice.bytes),
        before: undefined,
      });
      openBytes += slice.bytes.length;
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
