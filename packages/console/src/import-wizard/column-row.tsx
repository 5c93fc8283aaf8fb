import { Badge, Group, Stack, Text } from '@mantine/core';
import type { FilePreview } from '@pimento/contract';
import { columnLetters } from '@pimento/files/browser';
import { useLanguage } from '../i18n/language.tsx';
import { ItemProblemText } from '../imports/item-problem-text.tsx';
import { ColumnOptions } from './column-options.tsx';
import type { ColumnChange } from './draft/column-edit.ts';
import type { DraftColumn } from './draft/draft-types.ts';
import { findOption, guessSeparator, type TargetOption } from './draft/target-options.ts';
import { reasonText } from './texts/reason-text.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import { TargetSelect } from './target-select.tsx';
import classes from './wizard.module.css';

export const columnElementId = (at: number): string => `column-${columnLetters(at)}`;

export interface ShownColumn {
  at: number;
  column: DraftColumn;
  /** The column as the service interprets it. */
  read: DraftColumn | undefined;
  questions: FilePreview['questions'];
  /** The cells of the column in the first rows. */
  samples: { text: string; isBad: boolean }[];
}

/** One column of the file: header, sample values (values with problems first), target and options. */
export function ColumnRow(props: {
  shown: ShownColumn;
  options: readonly TargetOption[];
  isLocked: boolean;
  onChange: (change: ColumnChange) => void;
}) {
  const { shown, options, isLocked, onChange } = props;
  const { at, column, read, questions, samples } = shown;
  const texts = useWizardTexts();
  const letters = columnLetters(at);
  const name = column.header === '' ? letters : column.header;
  const isOpen = (kind: string) => questions.some(({ params }) => params?.['kind'] === kind);
  const cells = samples.map(({ text }) => text);
  const isIgnored = column.target == null;
  return (
    <li
      id={columnElementId(at)}
      tabIndex={-1}
      className={classes.column}
      data-asked={questions.length > 0 || undefined}
      data-ignored={isIgnored || undefined}
    >
      <Stack gap={2}>
        <Group gap={6} wrap="nowrap" align="baseline">
          <Badge size="xs" variant="default" style={{ flexShrink: 0 }}>
            {letters}
          </Badge>
          <Text size="sm" fw={600} {...(column.header === '' ? { c: 'dimmed' } : {})}>
            {column.header === '' ? texts.noHeader : column.header}
          </Text>
        </Group>
        <Reason column={column} />
      </Stack>
      <Samples samples={samples} />
      <Stack gap={4}>
        <TargetSelect
          header={name}
          target={column.isOpen === true ? null : (column.target ?? null)}
          options={options}
          disabled={isLocked || column.header === ''}
          error={questions.length > 0}
          onChange={(target) => onChange({ target, separator: guessSeparator(cells) ?? '|' })}
        />
        {questions.map((question, index) => (
          <div key={index} className={classes.bad}>
            <ItemProblemText problem={question} />
          </div>
        ))}
      </Stack>
      <ColumnOptions
        name={name}
        column={column}
        isNew={column.target != null && findOption(column.target, options) === undefined}
        decimal={isOpen('decimal-ambiguous') ? undefined : (column.decimal ?? read?.decimal ?? undefined)}
        date={isOpen('date-ambiguous') ? undefined : (column.date ?? read?.date ?? undefined)}
        unit={column.unit ?? read?.unit ?? undefined}
        units={column.target == null ? undefined : findOption(column.target, options)?.units}
        samples={cells}
        disabled={isLocked}
        onChange={onChange}
      />
    </li>
  );
}

function Reason({ column: { isChanged, reason } }: { column: DraftColumn }) {
  const texts = useWizardTexts();
  const { language } = useLanguage();
  const shown = isChanged === true ? { text: texts.chosen, lang: language } : reasonText(language, reason ?? '');
  return (
    <Text size="xs" c="dimmed" lang={shown.lang}>
      {shown.text}
    </Text>
  );
}

const shownSamples = 3;

function Samples({ samples }: { samples: ShownColumn['samples'] }) {
  const texts = useWizardTexts();
  const filled = samples.filter(({ text }) => text !== '');
  const bad = filled.filter(({ isBad }) => isBad);
  const first = [...new Map([...bad, ...filled].map((sample) => [sample.text, sample])).values()];
  return (
    <ul className={classes.samples} aria-label={texts.samples}>
      {first.slice(0, shownSamples).map(({ text, isBad }) => (
        <li key={text} className={isBad ? classes.bad : undefined} title={text}>
          {text}
        </li>
      ))}
    </ul>
  );
}
