import type { WorkItem } from '@pimento/contract';
import type { Formats } from '../i18n/formats.ts';
import type { WorkTexts } from './en-work.ts';

/** The link text of a row of the work list, and the line below it. */
export interface WorkItemText {
  title: string;
  detail: string;
}

function changeText(texts: WorkTexts, formats: Pick<Formats, 'number'>, change: number | null): string {
  if (change === null) return texts.notReadyText;
  if (change === 0) return texts.same;
  return (change > 0 ? texts.more : texts.fewer)(formats.number(Math.abs(change)));
}

/**
 * Describes an item of the work list.
 * @param maxCount the count that means "this number or more"
 */
export function workItemText(
  texts: WorkTexts,
  formats: Pick<Formats, 'number'>,
  item: WorkItem,
  maxCount: number,
): WorkItemText {
  const number = formats.number(item.count);
  const count = item.count >= maxCount ? texts.orMore(number) : number;
  switch (item.kind) {
    case 'accounts-failed': {
      const { accountName, channelName, reason } = item;
      const title =
        item.count === 1 ? texts.accounts(accountName, channelName) : texts.manyAccounts(count, channelName);
      return { title, detail: reason ?? '' };
    }
    case 'imports-failed':
      return { title: texts.imports(count), detail: texts.importsText };
    case 'products-returned': {
      const sentence = item.state === 'Rejected' ? texts.rejected : texts.returned;
      return { title: sentence(count, item.channelName), detail: texts.returnedText };
    }
    case 'products-not-ready':
      // this count comes from tallies, so it is not limited to `maxCount`
      return { title: texts.notReady(number, item.channelName), detail: changeText(texts, formats, item.change) };
    case 'downloads-failed':
      return { title: texts.downloads(count), detail: texts.downloadsText };
    case 'notices-unread':
      return { title: texts.notices(count), detail: texts.noticesText };
  }
}
