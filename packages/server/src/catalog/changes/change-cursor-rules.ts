import { type ProductId, productIdOf, unknownCursor } from '../../platform/index.ts';
import type { FeedPoint } from './change-types.ts';

export interface ChangeCursor {
  point: FeedPoint;
  /**
   * The id of the last listed product while the reader lists all products, or '' before the first page. After the last product, the reader
   * continues in the feed at `point`. Undefined while the reader reads the feed.
   */
  walkedThrough?: ProductId | undefined;
}

/** The point before the first change of every feed. */
export const feedStart: FeedPoint = { position: 0, index: 0, check: '00000000' };

const cursorForm = /^(?<position>\d{1,15})\.(?<index>\d{1,6})\.(?<check>[\da-f]{8})(?:\.(?<walked>[\w-]*))?$/;

export function changeCursorText({ point, walkedThrough }: ChangeCursor): string {
  const text = `${point.position}.${point.index}.${point.check}`;
  return walkedThrough === undefined ? text : `${text}.${Buffer.from(walkedThrough).toString('base64url')}`;
}

/** @throws PimentoError unknown-cursor */
export function parseChangeCursor(text: string): ChangeCursor {
  const { position, index, check, walked } = cursorForm.exec(text)?.groups ?? {};
  if (position === undefined || index === undefined || check === undefined) throw unknownCursor('next', 'after');
  const cursor: ChangeCursor = {
    point: { position: Number(position), index: Number(index), check },
    walkedThrough: walked === undefined ? undefined : productIdOf(Buffer.from(walked, 'base64url').toString()),
  };
  if (changeCursorText(cursor) !== text) throw unknownCursor('next', 'after');
  return cursor;
}
