/** The maximum number of ids in one request. */
export const maxIds = 100;
/** The maximum length of the encoded ids in one URL. */
const maxCharacters = 6000;
/** The length of "&id=", which precedes each id. */
const separatorLength = 4;

const encodedLength = (id: string): number => encodeURIComponent(id).length + separatorLength;

/** Splits ids into batches that each fit into one URL, in order. An id that exceeds the limit forms a separate batch. */
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
