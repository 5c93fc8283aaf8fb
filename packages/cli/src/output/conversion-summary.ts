import type { ConversionPreview, ConversionProgress } from '@pimento/contract/wire';
import { counted } from './counted.ts';
import { formatTable } from './table.ts';

const number = new Intl.NumberFormat('en');

export type ConversionTarget = 'asset' | 'string';

/** Kinds of values that are probably not file references. Only kinds that occur are listed. */
const doubtfulKinds = [
  { member: 'lists', kind: 'lists', becomes: 'no file is found; split them first: pimento attributes split' },
  { member: 'brokenUrls', kind: 'incomplete URLs', becomes: 'not downloaded; each waits for an upload' },
  { member: 'paths', kind: 'paths', becomes: 'each waits for an upload under exactly this text' },
  { member: 'placeholders', kind: 'placeholders', becomes: 'probably no file, but each waits for an upload' },
  { member: 'others', kind: 'neither', becomes: 'each value waits for an upload under exactly this text' },
  { member: 'refused', kind: 'empty texts', becomes: 'refused: remove them first' },
] as const;

export function describePreview(preview: ConversionPreview, to: ConversionTarget, assets: number): string {
  const { path, type, products, values } = preview;
  const headline = `${path} is of type ${type}: ${counted(values, 'value')} in ${counted(products, 'product')}.`;
  if (to === 'string') {
    const what = `${counted(assets, 'asset is', 'assets are')} referred to through it and will be released. Values and files do not change.`;
    return `${headline}\n${what}`;
  }
  const kinds = [
    { kind: 'URLs', found: preview.urls, becomes: 'each distinct URL is downloaded once' },
    { kind: 'ids', found: preview.ids, becomes: 'each id waits for its upload' },
    ...doubtfulKinds
      .map(({ member, ...texts }) => ({ ...texts, found: preview[member] }))
      .filter(({ found }) => found.values > 0),
  ];
  if (values === 0) return `${headline}\nNothing is downloaded now; later imports use the new type.`;
  const counts = kinds.map(({ kind, found, becomes }) => [
    kind,
    number.format(found.values),
    number.format(found.distinct),
    becomes,
  ]);
  const samples = kinds.flatMap(({ kind, found }) =>
    found.samples.map((sample, index) => [index === 0 ? kind : '', sample]),
  );
  return [
    headline,
    '',
    formatTable(['values that are', 'values', 'distinct', 'result'], counts),
    '',
    formatTable(['for example', ''], samples),
  ].join('\n');
}

/** Formats the result of a conversion as text. */
export function describeOutcome(path: string, to: ConversionTarget, progress: ConversionProgress): string {
  const { job, assets, failures } = progress;
  const gone = job ? ` ${counted(job.products, 'product was', 'products were')} processed` : '';
  if (to === 'string') return `${path} is of type string.${gone === '' ? '' : `${gone}.`}`;
  const { ready, failed, retrying, waitingForUpload } = assets;
  const parts = [
    `${counted(ready, 'file')} stored`,
    failed > 0 ? `${number.format(failed)} failed` : '',
    retrying > 0 ? `${number.format(retrying)} will be retried` : '',
    waitingForUpload > 0 ? `${counted(waitingForUpload, 'waits', 'wait')} for an upload` : '',
  ].filter((part) => part !== '');
  const line = `${path} is of type asset.${gone === '' ? '' : `${gone}:`} ${parts.join(', ')}.`;
  if (failures.length === 0) return line;
  const rows = failures.map(({ statusCode, assets: count, sample }) => [number.format(count), statusCode, sample]);
  return `${line}\n\n${formatTable(['assets', 'reason', 'for example'], rows)}`;
}

/** Formats the number of values that are probably lists. A split would turn each of them into several values. */
export function describeLists({ path, lists, multiValue }: ConversionPreview): string {
  if (lists.values === 0) return `${path} has no value that holds a list of addresses or file names.`;
  const rows = lists.samples.map((sample) => [sample]);
  const change = multiValue ? '' : ` ${path} becomes multi-value: from then on, imports must send lists.`;
  return `${counted(lists.values, 'value of', 'values of')} ${path} ${lists.values === 1 ? 'holds a list' : 'hold lists'}.${change}\n\n${formatTable(['for example'], rows)}`;
}
