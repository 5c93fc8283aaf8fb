import { NumberInput, Select, Stack, Text, Title } from '@mantine/core';
import type { NoticeKind, NoticePreferences, NoticeWay } from '@pimento/contract';
import { installationNoticeKinds, noticeKinds, noticeWays, ownerNoticeKinds } from '@pimento/contract/wire';
import { useWork } from '../session/session.tsx';
import classes from './notices.module.css';
import { useNoticeTexts } from './use-notice-texts.ts';

const isMail = (way: NoticeWay) => way === 'mail' || way === 'digest';

const isIn = (kinds: readonly NoticeKind[], kind: NoticeKind) => kinds.includes(kind);

/** The field that determines how the user is notified about one kind of notice. */
function WayField(props: { kind: NoticeKind; value: NoticeWay; canMail: boolean; onChange: (way: NoticeWay) => void }) {
  const { kind, value, canMail, onChange } = props;
  const texts = useNoticeTexts();
  const ways = noticeWays.map((way) => ({ value: way, label: texts.ways[way], disabled: !canMail && isMail(way) }));
  return (
    <div className={classes.way}>
      <label htmlFor={`notice-${kind}`}>{texts.kinds[kind]}</label>
      <Select
        id={`notice-${kind}`}
        w={220}
        size="sm"
        data={ways}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => {
          const way = noticeWays.find((one) => one === chosen);
          if (way) onChange(way);
        }}
      />
    </div>
  );
}

/** The fields that determine how the user is notified about each kind of notice, and after which time an adapter counts as silent. */
export function WayFields(props: {
  draft: NoticePreferences;
  canMail: boolean;
  onChange: (change: Partial<NoticePreferences>) => void;
}) {
  const { draft, canMail, onChange } = props;
  const texts = useNoticeTexts();
  const { isOwner, session } = useWork();
  const kinds = noticeKinds.filter(
    (kind) => !isIn(installationNoticeKinds, kind) && (isOwner || !isIn(ownerNoticeKinds, kind)),
  );
  const fieldOf = (kind: NoticeKind) => (
    <WayField
      key={kind}
      kind={kind}
      value={draft.ways[kind]}
      canMail={canMail}
      onChange={(way) => onChange({ ways: { ...draft.ways, [kind]: way } })}
    />
  );
  return (
    <Stack gap="sm">
      {kinds.map(fieldOf)}
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
      {session.isOperator && (
        <>
          <div>
            <Title order={2} size="h5">
              {texts.installation}
            </Title>
            <Text size="sm" c="dimmed">
              {texts.installationText}
            </Text>
          </div>
          {installationNoticeKinds.map(fieldOf)}
        </>
      )}
    </Stack>
  );
}
