import type { Notice } from '@pimento/contract';

/** The screen that shows more about a notice. */
export interface NoticeTarget {
  to: string;
  search?: Record<string, string>;
  /** Id of the element to which the screen scrolls. */
  hash?: string;
}

/** Returns the screen that shows the subject of a notice, or a list that contains the subjects of a notice with several occurrences. */
export function targetOf({ kind, subject, count }: Notice): NoticeTarget {
  switch (kind) {
    case 'import-failed':
      return { to: count === 1 ? `/imports/${subject.jobRef}` : '/imports' };
    case 'submission-returned':
      return count === 1
        ? { to: `/submissions/${subject.submissionId}` }
        : { to: '/submissions', search: { channelId: subject.channelId } };
    case 'account-disconnected':
    case 'adapter-silent':
      return { to: `/channels/${encodeURIComponent(subject.channelId)}` };
    case 'download-failed':
      return { to: '/assets', search: { status: 'FAILED' } };
    case 'mentioned':
      return { to: `/${subject.subjectKind}s/${encodeURIComponent(subject.subjectId)}`, hash: 'comments' };
    case 'key-expires':
      return { to: '/settings', search: { tab: 'keys' } };
    case 'quota-near':
      return { to: '/settings', search: { tab: 'storage' } };
    case 'installation-key-expires': {
      const { adapterId } = subject;
      return adapterId === null
        ? { to: '/gateway' }
        : { to: `/gateway/${encodeURIComponent(adapterId)}`, search: { tab: 'keys' } };
    }
  }
}
