import { Anchor, Text } from '@mantine/core';
import type { WorkItem } from '@pimento/contract';
import { maxCountedNotices, maxCountedWork } from '@pimento/contract/wire';
import {
  IconAlertTriangle,
  IconBell,
  IconChevronRight,
  IconFileImport,
  IconPhotoOff,
  IconSend,
  type TablerIcon,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { TrendBars } from './trend-bars.tsx';
import { workItemTarget } from './work-item-target.ts';
import { workItemText } from './work-item-text.ts';
import { useWorkTexts } from './work-texts.ts';
import classes from './work.module.css';

const icons: Record<WorkItem['kind'], TablerIcon> = {
  'accounts-failed': IconUserX,
  'imports-failed': IconFileImport,
  'products-returned': IconSend,
  'products-not-ready': IconAlertTriangle,
  'downloads-failed': IconPhotoOff,
  'notices-unread': IconBell,
};

/** One item of the work list. The link covers the whole row. */
export function WorkRow({ item, days }: { item: WorkItem; days: readonly string[] }) {
  const texts = useWorkTexts();
  const formats = useFormats();
  const maxCount = item.kind === 'notices-unread' ? maxCountedNotices : maxCountedWork;
  const { title, detail } = workItemText(texts, formats, item, maxCount);
  const { to, search } = workItemTarget(item);
  const Icon = icons[item.kind];
  return (
    <li className={classes.row} data-kind={item.kind}>
      <span className={classes.icon}>
        <Icon size={18} aria-hidden />
      </span>
      <div className={classes.text}>
        <Anchor
          size="sm"
          fw={600}
          className={classes.link}
          renderRoot={(root) => <Link {...root} to={to} search={search} />}
        >
          {title}
        </Anchor>
        {detail !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {detail}
          </Text>
        )}
      </div>
      <TrendBars days={days} trend={item.trend} />
      <IconChevronRight size={16} aria-hidden className={classes.arrow} />
    </li>
  );
}
