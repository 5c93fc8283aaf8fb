import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { LongSelect } from '../ui/fields/long-select.tsx';
import type { SourceDraft } from './source-draft.ts';
import { useSourceTexts } from './texts/source-texts.ts';

const kinds = ['daily', 'every', 'cron', 'request'] as const;
/** Maximum number of minutes between two runs, which is 31 days. */
const maxMinutes = 44_640;

/** The fields for the schedule of a source. */
export function TimeFields({
  draft,
  onChange,
}: {
  draft: SourceDraft;
  onChange: (next: Partial<SourceDraft>) => void;
}) {
  const texts = useSourceTexts();
  const { schedule, timeZone } = draft;
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', timeZone])], [timeZone]);
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label={texts.when}
        allowDeselect={false}
        value={schedule}
        data={kinds.map((value) => ({ value, label: texts.schedules[value] }))}
        onChange={(next) => next !== null && onChange({ schedule: next })}
      />
      {schedule === 'every' && (
        <NumberInput
          label={texts.minutes}
          required
          w={120}
          min={1}
          max={maxMinutes}
          allowDecimal={false}
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes: Number(minutes) })}
        />
      )}
      {schedule === 'daily' && (
        <TextInput
          type="time"
          label={texts.time}
          required
          withAsterisk={false}
          value={draft.time}
          onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
        />
      )}
      {schedule === 'cron' && (
        <TextInput
          label={texts.cron}
          description={texts.cronText}
          required
          value={draft.cron}
          onChange={({ currentTarget }) => onChange({ cron: currentTarget.value })}
        />
      )}
      {(schedule === 'daily' || schedule === 'cron') && (
        <LongSelect
          label={texts.timeZone}
          allowDeselect={false}
          w={220}
          data={zones}
          value={timeZone}
          onChange={(zone) => zone !== null && onChange({ timeZone: zone })}
        />
      )}
    </Group>
  );
}
