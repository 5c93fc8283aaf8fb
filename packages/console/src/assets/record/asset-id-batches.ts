/** The maximum of ids in one request. */
export const maxIds = 100;
/** The maximum length of the encoded ids in one address. */
const maxCharacters = 6000;
/** "&id=" before each id. */
const separatorLength = 4;

const encodedLength = (id: string): number => encodeURIComponent(id).length + separatorLength;

/** Cuts ids into batches for one address each, in their order. An id that alone is longer than the limit is a batch of its own. */
export function assetIdBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let characters = 0;
  for (const id of ids) {
    const length = encodedLength(id);
    if (batch.length > 0 && (batch.length === maxIds || characters + length > maxCharacters)) {
      batches.push(batch);
      batch = [];
      characters = 0;
    }
    batch.push(id);
    characters += length;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}
