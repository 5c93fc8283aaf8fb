import { shortText } from '@pimento/contract/text';
import { columnLetters, type FeedDescription, type FileFormat, type GuessedMapping, type Row } from '@pimento/files';
import { counted } from './counted.ts';
import { formatTable } from './table.ts';

const suffixes = { value: '', list: ' (list)', row: ' (row number)' } as const;
const sampleLength = 30;

/** Describes the format of a file and how it was detected. */
export function describeFormat(format: FileFormat): string {
  const lines = format.reasons.map((reason) => `  ${reason}`);
  const others = (format.sheets ?? []).map(({ name, hidden }) => `${JSON.stringify(name)}${hidden ? ' (hidden)' : ''}`);
  if (others.length > 1) lines.push(`  sheets: ${others.join(', ')}`);
  const feed = format.feed === undefined ? '' : `, feed ${format.feed}`;
  return [`Format: ${format.kind.toUpperCase()}${feed}`, ...lines].join('\n');
}

export function describeColumns({ mapping, questions }: GuessedMapping, rows: readonly Row[]): string {
  const below = rows.filter(({ row }) => row > mapping.headerRow);
  const lines = mapping.columns.map(({ header, target, reason }, column) => {
    const sample = below.map(({ cells }) => cells[column] ?? '').find((cell) => cell !== '') ?? '';
    const becomes = target === undefined ? 'ignored' : target.path.join(' / ') + suffixes[target.kind];
    return [columnLetters(column), shortText(header), shortText(becomes), reason, sample.slice(0, sampleLength)];
  });
  const asked = questions.map(({ message }) => `  ${message}`);
  return [
    `Header in row ${mapping.headerRow}`,
    formatTable(['column', 'header', 'becomes', 'reason', 'sample'], lines),
    ...(asked.length > 0 ? ['', 'To be decided before an import:', ...asked] : []),
  ].join('\n');
}

const number = new Intl.NumberFormat('en');

export function describeProducts({ products, rejected, problems, attributes }: FeedDescription): string {
  const lines = attributes.map(({ name, kind, isNew, products: count, sample }) => [
    name,
    kind === 'value' ? 'one value' : kind,
    isNew ? 'new' : '',
    number.format(count),
    sample.slice(0, sampleLength),
  ]);
  return [
    `${counted(products, 'product')}, ${number.format(rejected)} with problems`,
    formatTable(['attribute', 'holds', '', 'products', 'sample'], lines),
    ...(problems.length > 0 ? ['', 'First problems:', ...problems.map(({ problem }) => `  ${problem.message}`)] : []),
  ].join('\n');
}
