import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import type { EditParts } from './merge-edit.ts';
import classes from './ui.module.css';

/** Reports that two people have changed the same parts. Shows both versions and asks which one to keep. */
export function EditConflictAlert<Draft>({
  conflict,
  isSaving,
}: {
  conflict: { parts: EditParts<Draft>; theirs: Draft; mine: Draft; keepMine: () => void; takeTheirs: () => void };
  isSaving: boolean;
}) {
  const { parts, keepMine, takeTheirs } = conflict;
  const t = useMessages();
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t.product.conflict(parts.map(({ label }) => label).join(', '))}
    >
      <Stack gap="sm">
        <Text size="sm">{t.product.conflictText}</Text>
        {parts.map(({ label, show }) => (
          <dl key={label} className={classes.conflict} aria-label={label}>
            {(['theirs', 'mine'] as const).map((side) => (
              <div key={side}>
                <dt>{`${label}: ${t.product.conflictSides[side]}`}</dt>
                <dd>{show(conflict[side]) || t.product.noValue}</dd>
              </div>
            ))}
          </dl>
        ))}
        <Group gap="xs">
          <Button size="xs" loading={isSaving} onClick={keepMine}>
            {t.product.keepMine}
          </Button>
          <Button size="xs" variant="default" onClick={takeTheirs}>
            {t.product.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
