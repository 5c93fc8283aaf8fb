import { cursorOf, parseCursor } from '../platform/index.ts';
import type { StorageSort, StorageStart } from './storage-views.ts';

const format = /^(bytes|products) (\d{1,15}) (\S+)$/;

/** Encodes the last row of a page as the cursor of the next page. The cursor is valid only for the same order. */
export const storageCursor = (sort: StorageSort, { value, clientId }: StorageStart): string =>
  cursorOf(`${sort} ${value} ${clientId}`);

/** @returns the row after which the page begins; null for the first page. @throws PimentoError invalid-parameter */
export function parseStorageCursor(cursor: string | undefined, sort: StorageSort): StorageStart | null {
  const text = parseCursor(cursor, (given) => format.exec(given)?.[1] === sort);
  const [, , value = '', clientId = ''] = text === null ? [] : (format.exec(text) ?? []);
  return text === null ? null : { value: Number(value), clientId };
}
