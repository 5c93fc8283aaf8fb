import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core';
import type { Notice, NoticeKind } from '@pimento/contract';
import {
  IconAt,
  IconCheck,
  IconFileImport,
  IconGauge,
  IconKey,
  IconPhotoOff,
  IconPlugOff,
  IconSend,
  IconServer,
  type TablerIcon,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { noticeText } from './notice-text.ts';
import { targetOf } from './notice-target.ts';
import classes from './notices.module.css';
import { useNoticeTexts } from './use-notice-texts.ts';

const icons: Record<NoticeKind, TablerIcon> = {
  'import-failed': IconFileImport,
  'submission-returned': IconSend,
  'account-disconnected': IconUserX,
  'adapter-silent': IconPlugOff,
  'download-failed': IconPhotoOff,
  mentioned: IconAt,
  'key-expires': IconKey,
  'quota-near': IconGauge,
  'installation-key-expires': IconServer,
};

/** One notice, with a link to its subject. Following the link marks the notice as read. */
export function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const texts = useNoticeTexts();
  const formats = useFormats();
  const target = targetOf(notice);
  const text = noticeText(texts, formats, notice);
  const Icon = icons[notice.kind];
  const reason =
    notice.kind === 'account-disconnected'
      ? notice.subject.reason
      : notice.kind === 'mentioned'
        ? notice.subject.text
        : null;
  return (
    <li className={classes.row} data-unread={!notice.read || undefined}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <Anchor
          size="sm"
          fw={notice.read ? 400 : 600}
          onClick={() => !notice.read && onRead()}
          renderRoot={(root) => (
            <Link
              {...root}
              to={target.to}
              search={target.search ?? {}}
              {...(target.hash !== undefined && { hash: target.hash })}
            />
          )}
        >
          {text}
        </Anchor>
        {!notice.read && <span className="sr-only">{texts.isUnread}</span>}
        {reason !== null && (
          <Text size="sm" lineClamp={3}>
            {reason}
          </Text>
        )}
        <Group gap={6}>
          <Text size="xs" c="dimmed" title={formats.moment(notice.last)}>
            {formats.ago(notice.last)}
          </Text>
          {notice.count > 1 && (
            <Text size="xs" c="dimmed" title={formats.moment(notice.first)}>
              {texts.since(formats.ago(notice.first))}
            </Text>
          )}
        </Group>
      </div>
      {!notice.read && (
        <Tooltip label={texts.markRead}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.mark(text)} onClick={onRead}>
            <IconCheck size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
