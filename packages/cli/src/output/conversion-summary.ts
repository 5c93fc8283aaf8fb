import type { ConversionPreview, ConversionProgress } from '@pimento/contract';
import { formatTable } from './table.ts';

const number = new Intl.NumberFormat('en');
const counted = (count: number, one: string, many = `${one}s`) => `${number.format(count)} ${count === 1 ? one : many}`;

export type ConversionTarget = 'asset' | 'string';

/** Formats the preview of a conversion as text. */
export function describePreview(preview: ConversionPreview, to: ConversionTarget, assets: number): string {
  const { path, type, products, values, urls, ids, others } = preview;
  const headline = `${path} is of type ${type}: ${counted(values, 'value')} in ${counted(products, 'product')}.`;
  if (to === 'string') {
    const what = `${counted(assets, 'asset is', 'assets are')} referred to through it and will be released. Values and files do not change.`;
    return `${headline}\n${what}`;
  }
  const kinds = [
    { kind: 'URLs', found: urls, becomes: 'each distinct URL is downloaded once' },
    { kind: 'ids', found: ids, becomes: 'each id waits for its upload' },
    { kind: 'neither', found: others, becomes: 'each value waits for an upload under exactly this text' },
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
