import { NumberInput, Select, Stack } from '@mantine/core';
import type { NoticePreferences, NoticeWay } from '@pimento/contract';
import { noticeKinds, noticeWays, ownerNoticeKinds } from '@pimento/contract/wire';
import { useWork } from '../session/session.tsx';
import classes from './notices.module.css';
import { useNoticeTexts } from './use-notice-texts.ts';

const isMail = (way: NoticeWay) => way === 'mail' || way === 'digest';

/** The fields that determine how the user is notified about each kind of notice, and after which time an adapter counts as silent. */
export function WayFields(props: {
  draft: NoticePreferences;
  canMail: boolean;
  onChange: (change: Partial<NoticePreferences>) => void;
}) {
  const { draft, canMail, onChange } = props;
  const texts = useNoticeTexts();
  const { isOwner } = useWork();
  const kinds = noticeKinds.filter((kind) => isOwner || !ownerNoticeKinds.some((one) => one === kind));
  const ways = noticeWays.map((value) => ({
    value,
    label: texts.ways[value],
    disabled: !canMail && isMail(value),
  }));
  return (
    <Stack gap="sm">
      {kinds.map((kind) => (
        <div key={kind} className={classes.way}>
          <label htmlFor={`notice-${kind}`}>{texts.kinds[kind]}</label>
          <Select
            id={`notice-${kind}`}
            w={220}
            size="sm"
            data={ways}
            value={draft.ways[kind]}
            allowDeselect={false}
            onChange={(chosen) => {
              const way = noticeWays.find((one) => one === chosen);
              if (way) onChange({ ways: { ...draft.ways, [kind]: way } });
            }}
          />
        </div>
      ))}
      <div className={classes.way}>
        <label htmlFor="notice-silent">{texts.silentMinutes}</label>
        <NumberInput
          id="notice-silent"
          w={220}
          min={5}
          max={10_080}
          allowDecimal={false}
          clampBehavior="blur"
          disabled={draft.ways['adapter-silent'] === 'off'}
          value={draft.silentMinutes}
          onChange={(value) => onChange({ silentMinutes: Number(value) })}
        />
      </div>
    </Stack>
  );
}
