import { cursorOf, parseCursor } from '../../platform/index.ts';
import type { RowPath } from './value-path-rules.ts';

/** The position at which the next page of a value's history begins. */
export interface TracePosition {
  /** The page begins after this history entry, with the next older one. */
  before: string;
  /**
   * The oldest entry read so far that changed the attribute or, if the value is lost, the entry at which it was lost. Null if there was
   * none yet.
   */
  anchor: string | null;
  /** The position of the value in the version before the anchor or, if the value is lost, after the anchor. */
  path: RowPath;
  isLost: boolean;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const isId = (item: unknown): item is string => typeof item === 'string' && uuid.test(item);
const isStep = (item: unknown): item is string | number =>
  typeof item === 'string' || (Number.isInteger(item) && Number(item) >= 0);

function positionIn(text: string): TracePosition | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [before, anchor, isLost, path] = parts as unknown[]; // an array, as checked above
  if (!isId(before) || !(anchor === null || isId(anchor)) || typeof isLost !== 'boolean') return undefined;
  if (!Array.isArray(path) || !path.every(isStep)) return undefined;
  return { before, anchor, isLost, path };
}

export const traceCursor = ({ before, anchor, isLost, path }: TracePosition): string =>
  cursorOf(JSON.stringify([before, anchor, isLost, path]));

const isSameShape = (a: RowPath, b: RowPath): boolean =>
  a.length === b.length &&
  a.every((step, at) => step === b[at] || (typeof step === 'number' && typeof b[at] === 'number'));

/**
 * Parses a cursor. Returns undefined for the first page.
 * @param path the requested position; the position in the cursor may differ from it only in the indexes of rows
 * @throws PimentoError invalid-parameter
 */
export function parseTraceCursor(cursor: string | undefined, path: RowPath): TracePosition | undefined {
  const text = parseCursor(cursor, (sent) => isSameShape(positionIn(sent)?.path ?? ['none'], path));
  return text === null ? undefined : positionIn(text);
}
