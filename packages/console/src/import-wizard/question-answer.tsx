import { Button, Group } from '@mantine/core';
import type { FilePreview } from '@pimento/contract';
import { columnLetters, dateText, decimalText } from '@pimento/files/browser';
import { kindOf } from './draft/mapping-draft.ts';
import { useFormats } from '../i18n/language.tsx';
import { LongSelect } from '../ui/fields/long-select.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Wizard } from './use-wizard.ts';

interface Asked {
  wizard: Wizard;
  question: FilePreview['questions'][number];
}

/** The possible answers to a question about the mapping. One click or one choice gives an answer. */
export function QuestionAnswer({ wizard, question, onColumn }: Asked & { onColumn: (at: number) => void }) {
  const texts = useWizardTexts();
  const at = Number(/^\/columns\/(\d+)$/.exec(question.path)?.[1] ?? -1);
  const kind = kindOf(question);
  if (kind === 'id-missing') return <IdColumn wizard={wizard} />;
  if (kind === 'column-missing') {
    const header = String(question.params?.['header']);
    return (
      <Group gap="xs">
        <Answer
          disabled={wizard.isLocked}
          text={texts.ignore}
          label={texts.ignoreColumn(header)}
          onClick={() => wizard.leaveOut(header)}
        />
      </Group>
    );
  }
  if (at < 0) return null;
  const header = wizard.columns[at]?.header ?? '';
  return (
    <Group gap="xs">
      {kind === 'decimal-ambiguous' && <Signs wizard={wizard} question={question} at={at} />}
      {kind === 'date-ambiguous' && <DayOrders wizard={wizard} question={question} at={at} />}
      {kind === 'column-unknown' && (
        <Answer
          disabled={wizard.isLocked}
          text={texts.take}
          label={`${texts.take}: ${header}`}
          onClick={() => wizard.changeColumn(at, { target: { kind: 'value', path: [header] } })}
        />
      )}
      {kind !== 'decimal-ambiguous' && kind !== 'date-ambiguous' && (
        <Answer
          disabled={wizard.isLocked}
          text={texts.ignore}
          label={texts.ignoreColumn(header === '' ? columnLetters(at) : header)}
          onClick={() => wizard.changeColumn(at, { target: null })}
        />
      )}
      <Button size="xs" variant="subtle" onClick={() => onColumn(at)}>
        {texts.toColumn(columnLetters(at))}
      </Button>
    </Group>
  );
}

function Answer(props: { text: string; label: string; disabled: boolean; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" aria-label={props.label} disabled={props.disabled} onClick={props.onClick}>
      {props.text}
    </Button>
  );
}

function Signs({ wizard, question, at }: Asked & { at: number }) {
  const texts = useWizardTexts();
  const asked = question.params?.['value'];
  const value = typeof asked === 'string' ? asked : '';
  const comma = texts.comma(value, decimalText(value, ',') ?? '–');
  const point = texts.point(value, decimalText(value, '.') ?? '–');
  return (
    <>
      <Answer
        disabled={wizard.isLocked}
        text={comma}
        label={comma}
        onClick={() => wizard.changeColumn(at, { decimal: ',' })}
      />
      <Answer
        disabled={wizard.isLocked}
        text={point}
        label={point}
        onClick={() => wizard.changeColumn(at, { decimal: '.' })}
      />
    </>
  );
}

function DayOrders({ wizard, question, at }: Asked & { at: number }) {
  const texts = useWizardTexts();
  const formats = useFormats();
  const asked = question.params?.['value'];
  const value = typeof asked === 'string' ? asked : '';
  return (['dmy', 'mdy'] as const).map((order) => {
    const day = dateText(value, order);
    const text = texts.dayIs(texts.dayOrders[order], value, day === undefined ? '–' : formats.day(day));
    return (
      <Answer
        key={order}
        disabled={wizard.isLocked}
        text={text}
        label={text}
        onClick={() => wizard.changeColumn(at, { date: order })}
      />
    );
  });
}

function IdColumn({ wizard }: { wizard: Wizard }) {
  const texts = useWizardTexts();
  const rows = wizard.preview.data?.rows ?? [];
  const data = wizard.columns.flatMap(({ header }, at) => {
    const sample = rows.map(({ cells }) => cells[at] ?? '').find((cell) => cell !== '') ?? '';
    const label = `${columnLetters(at)} ${header}${sample === '' ? '' : ` (${sample.slice(0, 40)})`}`;
    return header === '' ? [] : [{ value: String(at), label }];
  });
  return (
    <LongSelect
      aria-label={texts.idColumn}
      placeholder={texts.chooseColumn}
      maw={360}
      disabled={wizard.isLocked}
      value={null}
      data={data}
      onChange={(value) => {
        if (value !== null) wizard.changeColumn(Number(value), { target: { kind: 'value', path: ['__ID'] } });
      }}
    />
  );
}
