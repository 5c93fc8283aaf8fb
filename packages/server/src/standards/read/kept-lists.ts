import { hash } from 'node:crypto';
import type { KeptValues } from '../judge/standard-source.ts';
import { findListSpans } from './list-scanner.ts';

/** The value lists of the current version of a standard. */
export interface StoredLists {
  /** Hashes as hexadecimal digits: `sourceHash` is a result of `boundHash`, and `hash` is the hash of the COPY lines of the values. */
  lists: readonly { id: string; sourceHash: string; hash: string }[];
  /** The JSON Schema of the version, which contains the values of most lists. */
  jsonSchema: string;
}

export interface SplitDocument {
  /** The document. The values of the kept lists are replaced with empty lists. */
  bytes: Buffer;
  /** Id of a list → the hash of the bytes of its values, as hexadecimal digits. */
  sourceHashes: ReadonlyMap<string, string>;
  /** The lists whose values are the same as in the current version, by id. */
  kept: ReadonlyMap<string, KeptValues>;
}

/**
 * Removes the values of lists that are byte for byte the same as in the current version. Parsing, judging and preparing a list of 10,000
 * values takes about 15 ms, and hashing it less than 1 ms.
 */
export function splitDocument(bytes: Buffer, stored: StoredLists | undefined): SplitDocument {
  const schemas: Readonly<Record<string, unknown>> = stored === undefined ? {} : schemasOf(stored.jsonSchema);
  const storedById = new Map((stored?.lists ?? []).map((list) => [list.id, list]));
  const sourceHashes = new Map<string, string>();
  const kept = new Map<string, KeptValues>();
  const parts: Buffer[] = [];
  let at = 0;
  for (const { id, start, end, count } of findListSpans(bytes)) {
    const bytesHash = hash('sha256', bytes.subarray(start, end));
    sourceHashes.set(id, bytesHash);
    const list = storedById.get(id);
    // the values of a list that is not in the schema may be needed for the new schema
    const isSame = list !== undefined && list.sourceHash === boundHash(list.hash, bytesHash);
    if (!isSame || !Object.hasOwn(schemas, id)) continue;
    kept.set(id, { hash: list.hash, count, schema: schemas[id] });
    parts.push(bytes.subarray(at, start), noValues);
    at = end;
  }
  return { bytes: at === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(at)]), sourceHashes, kept };
}

/**
 * Binds the hash of a list's bytes to the hash of its stored values. A former release that runs at the same time can store other values
 * without updating the hash of the bytes. The bound hash then no longer matches.
 */
export const boundHash = (valuesHash: string, bytesHash: string): string => hash('sha256', valuesHash + bytesHash);

const noValues = Buffer.from('[]');

function schemasOf(jsonSchema: string): Readonly<Record<string, unknown>> {
  const { $defs = {} } = JSON.parse(jsonSchema) as { $defs?: Record<string, unknown> }; // Pimento created this schema
  return $defs;
}
