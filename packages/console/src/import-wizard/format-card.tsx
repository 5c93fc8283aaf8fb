import { Badge, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FilePreview } from '@pimento/contract';
import { feedFormats, fileEncodings, fileKinds } from '@pimento/contract/wire';
import { useState } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import type { WizardInput } from './draft/draft-types.ts';
import { reasonText } from './texts/reason-text.ts';
import type { WizardTexts } from './texts/en-wizard.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';

type Reading = WizardInput['format'];
type Found = FilePreview['format'] | undefined;

/**
 * The detected format of the file, with inputs to change it.
 * @param props.preview undefined if the file cannot be read with the chosen options
 */
export function FormatCard(props: {
  preview: FilePreview | undefined;
  chosen: Reading;
  onChange: (format: Reading) => void;
  onHeaderRow: (row: number) => void;
}) {
  const { preview, chosen, onChange, onHeaderRow } = props;
  const texts = useWizardTexts();
  const found = preview?.format;
  const headerRow = preview?.mapping?.headerRow;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h4">
            {texts.recognised}
          </Title>
          {found?.entry != null && <Badge>{texts.entry(found.entry)}</Badge>}
        </Group>
        <Group gap="md" align="flex-end">
          {choicesOf(texts, found, chosen).map(({ name, label, value, data }) => (
            <NativeSelect
              key={name}
              label={label}
              value={value}
              data={data}
              onChange={({ currentTarget }) =>
                onChange(name === 'kind' ? formatOf(currentTarget.value) : { ...chosen, [name]: currentTarget.value })
              }
            />
          ))}
          {headerRow != null && <HeaderRow key={headerRow} row={headerRow} onChange={onHeaderRow} />}
        </Group>
        {found && <Reasons reasons={found.reasons} />}
      </Stack>
    </Paper>
  );
}

/** Converts the selected value to a kind of file or a feed. */
function formatOf(value: string): Reading {
  const feed = feedFormats.find((one) => one === value);
  return feed === undefined ? { kind: fileKinds.find((kind) => kind === value) } : { feed };
}

/** Returns the kinds of files and the feeds, or only the feeds if the file is XML, because XML is always a feed. */
function formatsOf(texts: WizardTexts, isXml: boolean): { group: string; items: Choice['data'] }[] {
  const kinds = fileKinds.map((one) => ({ value: one, label: texts.kinds[one] }));
  const feeds = feedFormats.map((one) => ({ value: one, label: texts.feeds[one] }));
  return [...(isXml ? [] : [{ group: texts.plainKinds, items: kinds }]), { group: texts.feedKinds, items: feeds }];
}

interface Choice {
  name: keyof Reading;
  label: string;
  value: string;
  data: { value: string; label: string }[];
}

/** A choice whose values can be in groups. */
type GroupedChoice = Omit<Choice, 'data'> & { data: Choice['data'] | { group: string; items: Choice['data'] }[] };

/**
 * Returns the inputs for the format and its settings: the sheet of a workbook with several sheets, the encoding and delimiter of CSV, and
 * the encoding of the other text formats.
 */
function choicesOf(texts: WizardTexts, found: Found, chosen: Reading): GroupedChoice[] {
  const kind = chosen.kind ?? found?.kind ?? 'csv';
  const format = chosen.feed ?? found?.feed ?? kind;
  const encoding = chosen.encoding ?? found?.encoding ?? 'utf-8';
  const delimiter = chosen.delimiter ?? found?.delimiter ?? ',';
  const sheet = chosen.sheet ?? found?.sheet ?? '';
  const signs = new Set([...Object.keys(texts.delimiters), delimiter]);
  const of = (name: keyof Reading, label: string, value: string, data: GroupedChoice['data']): GroupedChoice => ({
    name,
    label,
    value,
    data,
  });
  const formats = of('kind', texts.kind, format, formatsOf(texts, kind === 'xml'));
  const encodings = fileEncodings.map((one) => ({ value: one, label: texts.encodings[one] }));
  const delimiters = Array.from(signs, (one) => ({ value: one, label: texts.delimiters[one] ?? one }));
  const sheets = (found?.sheets ?? []).map(({ name, hidden }) => ({
    value: name,
    label: hidden ? texts.hiddenSheet(name) : name,
  }));
  if (kind === 'xlsx') return sheets.length > 1 ? [formats, of('sheet', texts.sheet, sheet, sheets)] : [formats];
  return [
    formats,
    of('encoding', texts.encoding, encoding, encodings),
    ...(kind === 'csv' ? [of('delimiter', texts.delimiter, delimiter, delimiters)] : []),
  ];
}

const maxHeaderRow = 1_000;

/** The number of the header row. A typed number is applied with Enter or when the field loses the focus. */
function HeaderRow({ row, onChange }: { row: number; onChange: (row: number) => void }) {
  const texts = useWizardTexts();
  const [typed, setTyped] = useState(String(row));
  const use = () => {
    const next = Number(typed);
    if (Number.isInteger(next) && next > 0 && next <= maxHeaderRow && next !== row) onChange(next);
    else setTyped(String(row));
  };
  return (
    <TextInput
      label={texts.headerRow}
      inputMode="numeric"
      w={120}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={use}
      onKeyDown={({ key }) => {
        if (key === 'Enter') use();
      }}
    />
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  const { language } = useLanguage();
  return (
    <Text size="sm" c="dimmed">
      {reasons.map((reason, at) => {
        const { text, lang } = reasonText(language, reason);
        return (
          <span key={at} lang={lang}>
            {at > 0 && ' · '}
            {text}
          </span>
        );
      })}
    </Text>
  );
}
