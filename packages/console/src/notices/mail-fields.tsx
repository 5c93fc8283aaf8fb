import { Group, Select, Stack, Title } from '@mantine/core';
import type { NoticePreferences } from '@pimento/contract';
import { noticeLanguages } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { LongSelect } from '../ui/fields/long-select.tsx';
import { useNoticeTexts } from './use-notice-texts.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** The fields for language, time zone and hour of the e-mails. */
export function MailFields(props: {
  draft: NoticePreferences;
  onChange: (change: Partial<NoticePreferences>) => void;
}) {
  const { draft, onChange } = props;
  const texts = useNoticeTexts();
  const zones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', draft.timeZone])],
    [draft.timeZone],
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {texts.emails}
      </Title>
      <Group gap="sm" align="flex-start">
        <Select
          label={texts.language}
          w={140}
          data={noticeLanguages.map((value) => ({ value, label: texts.languages[value] }))}
          value={draft.language}
          allowDeselect={false}
          onChange={(chosen) => {
            const language = noticeLanguages.find((one) => one === chosen);
            if (language) onChange({ language });
          }}
        />
        <LongSelect
          label={texts.timeZone}
          allowDeselect={false}
          w={240}
          data={zones}
          value={draft.timeZone}
          onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
        />
        <Select
          label={texts.digestHour}
          w={200}
          data={hours}
          value={String(draft.digestHour)}
          allowDeselect={false}
          onChange={(hour) => hour !== null && onChange({ digestHour: Number(hour) })}
        />
      </Group>
    </Stack>
  );
}
