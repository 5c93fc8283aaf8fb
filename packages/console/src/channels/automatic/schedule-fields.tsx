import { Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { weekdays } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import type { Rules } from './automatic-rules.ts';
import classes from '../channels.module.css';

/** The weekdays, time and time zone of a schedule. */
export function ScheduleFields({ rules, onChange }: { rules: Rules; onChange: (next: Partial<Rules>) => void }) {
  const t = useMessages();
  const zones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', rules.timeZone])],
    [rules.timeZone],
  );
  return (
    <Stack gap="sm" ml={50}>
      <div role="group" aria-label={t.automatic.weekdays}>
        <Chip.Group
          multiple
          value={rules.weekdays}
          onChange={(days) => onChange({ weekdays: weekdays.filter((day) => days.includes(day)) })}
        >
          <Group gap={6}>
            {weekdays.map((day) => (
              <Chip key={day} value={day} size="xs" variant="light">
                {t.automatic.weekdayNames[day]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {rules.weekdays.length === 0 && (
          <Text size="xs" className={classes.wrong} mt={4} role="alert">
            {t.automatic.oneDay}
          </Text>
        )}
      </div>
      <Group gap="sm" align="flex-start">
        <TextInput
          type="time"
          label={t.automatic.time}
          required
          withAsterisk={false}
          value={rules.time}
          onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
        />
        <LongSelect
          label={t.automatic.timeZone}
          allowDeselect={false}
          w={240}
          data={zones}
          value={rules.timeZone}
          onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
        />
      </Group>
    </Stack>
  );
}
