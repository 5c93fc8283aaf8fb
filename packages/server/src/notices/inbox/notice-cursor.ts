import type { Notice } from '@pimento/contract';
import { cursorOf, isUuid, parseCursor } from '../../platform/index.ts';
import type { NoticePosition } from './notice-views.ts';

const positionIn = (text: string): NoticePosition | undefined => {
  const [lastAt = '', noticeId = ''] = text.split(' ');
  const at = new Date(lastAt);
  return isUuid(noticeId) && !Number.isNaN(at.getTime()) && at.toISOString() === lastAt
    ? { lastAt: at, noticeId }
    : undefined;
};

/** Encodes the cursor for the page after a notice. */
export const noticeCursor = ({ last, noticeId }: Notice): string => cursorOf(`${last} ${noticeId}`);

/** Decodes a cursor. @returns null for the first page @throws PimentoError invalid-parameter */
export function parseNoticeCursor(cursor: string | undefined): NoticePosition | null {
  const text = parseCursor(cursor, (id) => positionIn(id) !== undefined);
  return text === null ? null : (positionIn(text) ?? null);
}
