import type { Notice } from '@pimento/contract';
import type { NoticeTexts } from '../i18n/en-notices.ts';
import type { Formats } from '../i18n/formats.ts';

/** Describes a notice in one sentence. */
export function noticeText(
  { texts, quotas }: NoticeTexts,
  formats: Pick<Formats, 'ago' | 'bytes' | 'number'>,
  { kind, subject, count }: Notice,
): string {
  const number = formats.number(count);
  switch (kind) {
    case 'import-failed':
      if (count > 1) return texts.imports(number);
      return subject.failed ? texts.importFailed : texts.importRejected(formats.number(subject.rejected));
    case 'submission-returned': {
      const { channelName, operation, products } = subject;
      if (count > 1) return texts.submissions(channelName, number);
      return (operation === 'withdraw' ? texts.notWithdrawn : texts.returned)(channelName, formats.number(products));
    }
    case 'account-disconnected':
      return texts.account(subject.accountName, subject.channelName);
    case 'adapter-silent':
      return texts.silent(subject.channelName, formats.ago(subject.lastCall));
    case 'download-failed':
      return count > 1 ? texts.downloads(number) : texts.download;
    case 'mentioned': {
      const { authorName, subjectKind, subjectId } = subject;
      const place = subjectKind === 'product' ? texts.onProduct(subjectId) : texts.onSubmission;
      return count === 1 ? texts.mention(authorName, place) : texts.mentions(number, place);
    }
    case 'key-expires':
      return texts.key(subject.name, formats.ago(subject.expires));
    case 'installation-key-expires': {
      const { name, adapterId, expires } = subject;
      const ago = formats.ago(expires);
      return adapterId === null ? texts.operatorKey(name, ago) : texts.adapterKey(name, adapterId, ago);
    }
    case 'quota-near': {
      const amount = subject.quota.endsWith('Bytes') ? formats.bytes : formats.number;
      return texts.quota(amount(subject.used), amount(subject.max), quotas[subject.quota] ?? subject.quota);
    }
  }
}
