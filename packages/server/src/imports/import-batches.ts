import { guessProductId } from './fingerprint.ts';
import type { ImportSession } from './import-session.ts';
import type { ImportItem } from './import-types.ts';
import type { ProductSlice } from './body-frame.ts';

/** Fewer, larger statements cost fewer round trips; 5,000 lost a fifth, since nothing was prepared while one ran. */
const batchProducts = 1000;
const batchBytes = 1 << 21;

/** Gathers the products of a body into batches. Where a batch ends depends on the body alone, so that an import can be taken up again. */
export interface BatchCutter {
  add: (slice: ProductSlice) => void;
  /** The next full batch, or undefined. */
  takeFull(): ImportItem[] | undefined;
  /** What is left at the end of the body. */
  takeRest(): ImportItem[];
}

/** @param skip products at the start of the body that an earlier run has handled: they are only remembered as seen */
export function createBatchCutter(session: ImportSession, skip: number): BatchCutter {
  const full: ImportItem[][] = [];
  let open: ImportItem[] = [];
  let openBytes = 0;
  let index = 0;

  function cut(): void {
    full.push(open);
    open = [];
    openBytes = 0;
  }

  return {
    add(slice) {
      const place = index++;
      const guessedId = guessProductId(slice.bytes);
      if (place < skip) {
        if (guessedId !== undefined) session.seenIds.note(guessedId, place);
        return;
      }
      const { members, depth, offset, line, column } = slice;
      const bytes = Buffer.from(slice.bytes);
      open.push({
        index: place,
        bytes,
        members,
        depth,
        offset,
        line,
        column,
        guessedId,
        fingerprint: session.fingerprint(bytes),
        before: undefined,
      });
      openBytes += bytes.length;
      if (open.length >= batchProducts || openBytes >= batchBytes) cut();
    },
    takeFull: () => full.shift(),
    takeRest() {
      const rest = open;
      open = [];
      return rest;
    },
  };
}
