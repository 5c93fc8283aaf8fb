import type { WorkItem } from '@pimento/contract';

/** The screen on which the user can fix an item of the work list. */
export interface WorkItemTarget {
  to: string;
  search: Record<string, string>;
}

const channelPath = (channelId: string) => `/channels/${encodeURIComponent(channelId)}`;

/** Returns the list on which an item can be fixed, filtered to the counted objects, or the page of the import for a single import. */
export function workItemTarget(item: WorkItem): WorkItemTarget {
  switch (item.kind) {
    case 'accounts-failed':
      return { to: channelPath(item.channelId), search: { tab: 'accounts' } };
    case 'imports-failed':
      return item.count === 1
        ? { to: `/imports/${item.jobRef}`, search: {} }
        : { to: '/imports', search: { origin: 'errors' } };
    case 'products-returned':
      return { to: channelPath(item.channelId), search: { tab: 'products', state: item.state } };
    case 'products-not-ready':
      return { to: channelPath(item.channelId), search: { tab: 'readiness' } };
    case 'downloads-failed':
      return { to: '/assets', search: { status: 'FAILED' } };
    case 'notices-unread':
      return { to: '/notices', search: { unread: 'true' } };
  }
}
