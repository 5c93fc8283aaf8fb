import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useStructure } from '../session/use-structure.ts';
import { ColumnRow, type ShownColumn } from './column-row.tsx';
import { questionsByColumn } from './draft/mapping-draft.ts';
import { targetOptions } from './draft/target-options.ts';
import type { CellMarks } from './cell-marks.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

/** The columns of the file. Each column shows sample values, its target and its options. */
export function ColumnList(props: { wizard: Wizard; marks: CellMarks; shown: number; onMore: () => void }) {
  const { wizard, marks, shown, onMore } = props;
  const { columns, isLocked } = wizard;
  const t = useMessages();
  const texts = useWizardTexts();
  const formats = useFormats();
  const { structure } = useStructure();
  const options = useMemo(() => targetOptions(structure, t.reserved), [structure, t]);
  const { data } = wizard.preview;
  if (!data) return null;
  const questions = questionsByColumn(data.questions);
  const used = columns.filter(({ target }) => target != null).length;
  const shownColumn = (at: number): ShownColumn => ({
    at,
    column: columns[at] ?? { header: '' },
    read: data.mapping?.columns[at],
    questions: questions.get(at) ?? [],
    samples: data.rows.map(({ row, cells }) => ({ text: cells[at] ?? '', isBad: marks.of(row, at).length > 0 })),
  });
  return (
    <Paper withBorder component="section" aria-label={texts.columns}>
      <Group gap="xs" px="md" pt="md" pb={6} align="baseline">
        <Title order={2} size="h4">
          {texts.columns}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.columnCount(formats.number(columns.length), formats.number(used))}
        </Text>
      </Group>
      <div className={classes.head} aria-hidden>
        {[texts.column, texts.samples, texts.target, texts.options].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <ul className={classes.columns}>
        {columns.slice(0, shown).map((_, at) => (
          <ColumnRow
            key={at}
            shown={shownColumn(at)}
            options={options}
            isLocked={isLocked}
            onChange={(change) => wizard.changeColumn(at, change)}
          />
        ))}
      </ul>
      {columns.length > shown && (
        <Group justify="center" p="sm">
          <Button variant="default" onClick={onMore}>
            {t.common.showMore}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
