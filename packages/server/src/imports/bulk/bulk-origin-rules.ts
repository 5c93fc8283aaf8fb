import type { ItemProblem } from '@pimento/contract';
import type { ProductOrigins } from '../judge/import-types.ts';

/** Collects the problems that are found before a product is judged, and counts the bytes that are read. */
export interface BulkOrigins extends ProductOrigins {
  reject(index: number, problem: ItemProblem): void;
  addBytes(bytes: number): void;
}

export function createBulkOrigins(): BulkOrigins {
  const problems = new Map<number, ItemProblem[]>();
  let bytesRead = 0;
  return {
    reject(index, problem) {
      problems.set(index, [problem]);
    },
    addBytes(bytes) {
      bytesRead += bytes;
    },
    problemsOf: (index) => problems.get(index),
    located: (problem) => problem,
    rowOf: () => undefined,
    readCount: undefined,
    release(before) {
      for (const index of problems.keys()) {
        if (index >= before) return;
        problems.delete(index);
      }
    },
    get bytesRead() {
      return bytesRead;
    },
  };
}
