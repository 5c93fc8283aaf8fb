import type { ImportReport } from '@pimento/contract/wire';
import { problem } from '@pimento/contract/problem';
import { counted } from './counted.ts';
import { formatTable } from './table.ts';

type Warning = ImportReport['warnings'][number];

const shownErrors = 10;
const shownWarnings = 5;
const number = new Intl.NumberFormat('en');

function headline(report: ImportReport): string {
  const seconds = report.durationMs / 1000;
  const stored = report.dryRun ? 0 : report.created + report.updated;
  const rate = seconds > 0 && stored > 0 ? `, ${number.format(Math.round(stored / seconds))} stored per second` : '';
  const flags = [
    report.dryRun ? 'dry run, nothing stored' : '',
    report.atomic ? 'in one transaction' : '',
    report.importType === 'REPLACEMENT' ? 'replacement' : '',
  ].filter((flag) => flag !== '');
  const notes = flags.length > 0 ? ` (${flags.join('; ')})` : '';
  return `Import ${report.jobRef}: ${report.status}${notes}\n${counted(report.received, 'product')} in ${seconds.toFixed(2)} s${rate}`;
}

/** Returns the row number of a product in the file, or undefined if it is unknown. `index` is the index of the product in the import. */
export type RowOf = (index: number) => number | undefined;

function errorLines(report: ImportReport, rowOf: RowOf | undefined): string[] {
  if (report.rejected === 0) return [];
  const counts = Object.entries(report.errorCounts).map(([code, count]) => [number.format(count), code]);
  const shown = report.errors.slice(0, shownErrors);
  const placeOf = (index: number | undefined) =>
    index === undefined ? undefined : rowOf === undefined ? index + 1 : rowOf(index);
  const rows = shown.map(({ index, productId, code, path, message }) => [
    placeOf(index),
    productId,
    code,
    path,
    message,
  ]);
  const place = rowOf === undefined ? 'position' : 'row';
  const lines = ['', 'Rejected, by reason:', formatTable(['products', 'code'], counts)];
  if (rows.length > 0)
    lines.push('', 'First errors:', formatTable([place, 'product', 'code', 'path', 'message'], rows));
  lines.push('', `All errors: pimento jobs errors ${report.jobRef}`);
  return lines;
}

/** Returns the message of a warning. If the products come from rows of a file, the message contains these rows instead of positions. */
function warningText({ code, message, params, index, firstIndex }: Warning, rowOf: RowOf | undefined): string {
  if (rowOf === undefined || index === undefined || firstIndex === undefined) return message;
  const [firstRow, row] = [rowOf(firstIndex), rowOf(index)];
  const productId = params?.['productId'];
  if (firstRow === undefined || row === undefined || typeof productId !== 'string') return message;
  const rows = { productId, firstIndex, firstRow, row };
  if (code === 'duplicate-in-request') return problem(code, { ...rows, index }).message;
  return code === 'differs-in-case-only' ? problem(code, rows).message : message;
}

function warningLines(report: ImportReport, rowOf: RowOf | undefined): string[] {
  if (report.warnings.length === 0) return [];
  const shown = report.warnings
    .slice(0, shownWarnings)
    .map((warning) => `  ${warning.code}: ${warningText(warning, rowOf)}`);
  const count = `${number.format(report.warnings.length)}${report.warningsTruncated ? ' or more' : ''}`;
  return ['', `Warnings: ${count}`, ...shown, ...(report.warnings.length > shownWarnings ? ['  …'] : [])];
}

/** Describes how many products were stored or rejected before an import ended early. */
export function describeHandled(handled: number): string {
  if (handled === 0) return 'Nothing was stored.';
  const first = handled === 1 ? 'first product was' : `first ${number.format(handled)} products were`;
  return `The ${first} stored or rejected before that; sending everything again is safe.`;
}

/**
 * Formats an import report as text, with counts, the rate, and rejected products with their reasons.
 * @param rowOf given only if the products come from rows of a table
 */
export function summarize(report: ImportReport, rowOf?: RowOf): string {
  const counts = (['created', 'updated', 'unchanged', 'rejected'] as const).map(
    (outcome) => `${number.format(report[outcome])} ${outcome}`,
  );
  const lines = [headline(report), `  ${counts.join(' · ')}`];
  if (report.createdAttributes.length > 0) lines.push(`New attributes: ${report.createdAttributes.join(', ')}`);
  if (report.fault !== null) {
    lines.push('', `Ended early, ${report.fault.code}: ${report.fault.message}`);
    lines.push(describeHandled(report.handled));
  }
  return [...lines, ...warningLines(report, rowOf), ...errorLines(report, rowOf)].join('\n');
}
