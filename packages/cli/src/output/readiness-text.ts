import type { ProductReadiness, Readiness, ReadinessRow } from '@pimento/contract/wire';
import { counted } from './counted.ts';
import { formatTable } from './table.ts';

/** Describes the readiness of a channel: its versions, the number of products by outcome, and the checks that are still running. */
export function readinessText(readiness: Readiness): string {
  const { channelId, standardVersion, mappingVersion, outcomes, pending, pass } = readiness;
  if (standardVersion === null) return `${channelId} has no data standard.`;
  const mapping = mappingVersion === null ? 'no published mapping' : `mapping version ${mappingVersion}`;
  const rows = Object.entries(outcomes).map(([outcome, products]) => [outcome, products]);
  const lines = [
    `${channelId}: standard version ${standardVersion}, ${mapping}.`,
    '',
    formatTable(['outcome', 'products'], rows),
  ];
  if (pending > 0) lines.push('', `${counted(pending, 'product is', 'products are')} being checked.`);
  if (pass !== null) lines.push(`All products are being checked: ${pass.done} of ${pass.total}.`);
  return lines.join('\n');
}

/** Formats the most frequent problems of a channel. */
export function problemsText({ problems }: Readiness): string {
  if (problems.length === 0) return 'No product has a problem.';
  const rows = problems.map(({ products, level, target, code }) => [products, level, target ?? '', code]);
  return formatTable(['products', 'level', 'target', 'problem'], rows);
}

/** Formats products with their first problem. */
export function readinessRowsText(products: readonly ReadinessRow[]): string {
  const rows = products.map(({ productId, outcome, percentageOfRequiredAttributes, problemCount, problems }) => [
    productId,
    outcome,
    `${percentageOfRequiredAttributes} %`,
    problemCount,
    problems[0]?.message ?? '',
  ]);
  return formatTable(['product', 'outcome', 'complete', 'problems', 'first problem'], rows);
}

/** Formats products with their values of some targets. `!` marks a value that has problems. */
export function readinessValuesText(products: readonly ReadinessRow[], targets: readonly string[]): string {
  const rows = products.map(({ productId, outcome, values = [] }) => [
    productId,
    outcome,
    ...targets.map((target) => {
      const found = values.find((one) => one.target === target);
      const text =
        typeof found?.value === 'string' ? found.value : found?.value === undefined ? '' : JSON.stringify(found.value);
      return (found?.problems.length ?? 0) > 0 ? `! ${text}` : text;
    }),
  ]);
  return formatTable(['product', 'outcome', ...targets], rows);
}

/** Formats one product with its outcome, its problems, and all targets that have a value or a formula. */
export function productReadinessText(product: ProductReadiness): string {
  const { productId, channelId, outcome, categoryPath, required, filled, problems, targets } = product;
  const category = categoryPath.length === 0 ? '' : `, category ${categoryPath.join(' > ')}`;
  const lines = [
    `${productId} on ${channelId}: ${outcome}${category}.`,
    `${filled} of ${required} required targets have a value.`,
  ];
  if (problems.length > 0) {
    const rows = problems.map(({ level, target, message }) => [level, target ?? '', message]);
    lines.push('', formatTable(['level', 'target', 'problem'], rows));
  }
  const rows = targets
    .filter(({ value, formula }) => value !== undefined || formula !== null)
    .map(({ target, value, source, formula }) => [target, value, formula ?? source]);
  if (rows.length > 0) lines.push('', formatTable(['target', 'value', 'from'], rows));
  return lines.join('\n');
}
