import { type ClientId, type ProductId, productIdOf } from '../../platform/core.ts';
import type { ProductState } from './product-types.ts';

/** A product as it is to be written. */
export interface ProductWrite {
  productId: ProductId;
  state: ProductState;
  /** UUID text, or null where the row no longer stands for the bytes of an import. */
  fingerprint: string | null;
  /** By so many its revision rises: one for each payload that made or changed it. */
  steps: number;
}

/** Who makes new products; the same for all of an import. */
export interface RowOrigin {
  clientId: ClientId;
  /** `key:…` or `user:…` */
  actor: string;
  /** UUID text. */
  jobId: string;
}

/** Columns of a row, in its order: those of a product, those of all products of an import, the values. */
export const rowColumns =
  'product_id, name, family, category, primary_asset, packaging, fingerprint, revision, client_id, created_by, created_job, "values"';
const columnCount = 12;

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** What stands before all rows: the signature, no flags and no extension. */
export const rowsStart: Buffer = Buffer.concat([signature, Buffer.alloc(8)]);
/** What stands behind them: a row that can have no columns. */
export const rowsEnd: Buffer = Buffer.from([0xff, 0xff]);

const lengthBytes = 4;
const countBytes = 2;
const uuidBytes = 16;
const integerBytes = 4;
/** The database's way to say which notation of jsonb follows: the text. */
const jsonbVersion = 1;
/** No character of a UTF-16 text takes more bytes than this in UTF-8. */
const mostBytesOfUnit = 3;

const unitsOf = (text: string | null): number => text?.length ?? 0;

function putNull(room: Buffer, at: number): number {
  return room.writeInt32BE(-1, at);
}

function putText(room: Buffer, at: number, text: string | null): number {
  if (text === null) return putNull(room, at);
  const size = room.write(text, at + lengthBytes);
  return room.writeInt32BE(size, at) + size;
}

function putJson(room: Buffer, at: number, text: string | null): number {
  if (text === null) return putNull(room, at);
  const start = at + lengthBytes;
  room[start] = jsonbVersion;
  const size = 1 + room.write(text, start + 1);
  return room.writeInt32BE(size, at) + size;
}

function putUuid(room: Buffer, at: number, uuid: string | null): number {
  if (uuid === null) return putNull(room, at);
  const start = room.writeInt32BE(uuidBytes, at);
  room.write(uuid.replaceAll('-', ''), start, 'hex');
  return start + uuidBytes;
}

function putInteger(room: Buffer, at: number, value: number): number {
  return room.writeInt32BE(value, room.writeInt32BE(integerBytes, at));
}

function tailOf({ clientId, actor, jobId }: RowOrigin): Buffer {
  const room = Buffer.alloc((clientId.length + actor.length) * mostBytesOfUnit + uuidBytes + 3 * lengthBytes);
  return room.subarray(0, putUuid(room, putText(room, putText(room, 0, clientId), actor), jobId));
}

/** Writes rows one after the other, without an object of its own for each: they would be what the collector of an import is busy with. */
export interface RowWriter {
  /** Takes the product whose row is written next. @returns bytes that it takes at most */
  take: (product: ProductWrite) => number;
  /** Writes it. @returns where it ends */
  write: (room: Buffer, at: number) => number;
}

/**
 * Writes new products as rows in the binary format of COPY, which cost the database a quarter less than any other way of telling it of them:
 * nothing of them has to be taken apart but the values, once.
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
      return fixed + units * mostBytesOfUnit;
    },
    write(room, start) {
      if (!taken) throw new Error('no product was taken');
      const { productId, state, fingerprint, steps } = taken;
      taken = undefined;
      let at = room.writeInt16BE(columnCount, start);
      at = putText(room, at, productId);
      at = putText(room, at, state.name);
      at = putText(room, at, state.family);
      at = putText(room, at, state.category);
      at = putText(room, at, state.primaryAsset);
      at = putJson(room, at, packaging);
      at = putUuid(room, at, fingerprint);
      at = putInteger(room, at, steps);
      at += tail.copy(room, at);
      return putJson(room, at, values);
    },
  };
}

/** What a row says of its product; JSON and UUIDs as they are written. */
export interface ReadRow {
  productId: ProductId;
  name: string | null;
  family: string | null;
  category: string | null;
  primaryAsset: string | null;
  packaging: string | null;
  /** Hex, without hyphens. */
  fingerprint: string | null;
  steps: number;
  /** In UTF-8; a part of the memory of the rows. */
  values: Buffer;
}

/** Reads rows that were written by createRowWriter, with their start and end. */
export function readRows(bytes: Buffer): ReadRow[] {
  const rows: ReadRow[] = [];
  let at = rowsStart.byteLength;
  const take = (): Buffer | null => {
    const size = bytes.readInt32BE(at);
    at += lengthBytes;
    if (size < 0) return null;
    at += size;
    return bytes.subarray(at - size, at);
  };
  const takeText = () => take()?.toString() ?? null;
  const takeJson = () => take()?.subarray(1) ?? null;
  while (bytes.readInt16BE(at) === columnCount) {
    at += countBytes;
    const row = {
      productId: productIdOf(takeText() ?? ''),
      name: takeText(),
      family: takeText(),
      category: takeText(),
      primaryAsset: takeText(),
      packaging: takeJson()?.toString() ?? null,
      fingerprint: take()?.toString('hex') ?? null,
      steps: take()?.readInt32BE() ?? 1,
    };
    // Those of all products of the import, whom it is told of otherwise.
    for (let passed = 0; passed < 3; passed++) take();
    rows.push({ ...row, values: takeJson() ?? Buffer.alloc(0) });
  }
  return rows;
}
