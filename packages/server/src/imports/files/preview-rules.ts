import type { FilePreview, ItemProblem } from '@pimento/contract';
import type { FeedDescription, FileFormat, MappedProduct, Row } from '@pimento/files';
import { toStorableText } from '../../platform/core.ts';
import { rowItemProblem } from './row-problem-rules.ts';

const shownCell = 200;
/** Maximum number of characters in all sample rows together. A table can have 16,384 columns. */
const maxText = 1_000_000;
/** Maximum number of problems that are listed for a sample. */
export const maxProblems = 200;
/** Maximum number of attribute names that a preview lists. */
export const maxNames = 1_000;

/** The numbers of products and rejected products in a sample, and the listed problems. */
export interface SampleProducts {
  products: number;
  rejected: number;
  problems: ItemProblem[];
}

/** Counts the products of the sample rows and collects their problems, at most `maxProblems`. */
export async function judgeSample(
  mapped: AsyncIterable<MappedProduct>,
  sheet: string | undefined,
): Promise<SampleProducts> {
  const found: SampleProducts = { products: 0, rejected: 0, problems: [] };
  for await (const { product, problems } of mapped) {
    const at = { index: found.products, sheet, productId: product['__ID'] };
    found.products += 1;
    if (problems.length > 0) found.rejected += 1;
    const listed = problems.slice(0, maxProblems - found.problems.length);
    found.problems.push(...listed.map((problem) => rowItemProblem(problem, at)));
  }
  return found;
}

/**
 * Returns the first rows below the header, with their problems. Returns at most `max` rows, and fewer if their texts are long.
 * @param width number of columns
 */
export function previewRows(
  rows: readonly Row[],
  { headerRow, width, max }: { headerRow: number; width: number; max: number },
  problems: readonly ItemProblem[],
): FilePreview['rows'] {
  const byRow = Map.groupBy(problems, ({ cell }) => cell?.row ?? 0);
  const shown: FilePreview['rows'] = [];
  let length = 0;
  for (const { row, cells } of rows) {
    if (row <= headerRow) continue;
    if (shown.length === max || length > maxText) break;
    const texts = Array.from({ length: Math.max(width, cells.length) }, (_, at) =>
      (cells[at] ?? '').slice(0, shownCell),
    );
    length += texts.reduce((sum, text) => sum + text.length + 3, 0);
    shown.push({ row, cells: texts, problems: byRow.get(row) ?? [] });
  }
  return shown;
}

/** Returns the API representation of the description of a feed. */
export function feedSample(
  { problems, attributes, composites, ...counts }: FeedDescription,
  format: FileFormat,
): Pick<FilePreview, 'feed' | 'newAttributes' | 'sample' | 'problems'> {
  const { products, rejected, isWhole } = counts;
  return {
    feed: {
      attributes: attributes
        .slice(0, maxNames)
        .map((one) => ({ ...one, name: toStorableText(one.name), sample: toStorableText(one.sample) })),
      composites: composites.slice(0, maxNames),
      hasErrorFile: format.kind === 'csv' || format.kind === 'xlsx',
      isTooSlow: false,
    },
    newAttributes: attributes.flatMap(({ name, isNew }) => (isNew ? [name] : [])).slice(0, maxNames),
    sample: { products, rejected, isWhole },
    problems: problems.map(({ problem, ...at }) => rowItemProblem(problem, { ...at, sheet: format.sheet })),
  };
}

/** Returns the API representation of a format. */
export const recognised = (format: FileFormat): FilePreview['format'] => ({
  kind: format.kind,
  feed: format.feed ?? null,
  packing: format.packing ?? null,
  entry: format.entry ?? null,
  encoding: format.encoding ?? null,
  delimiter: format.delimiter ?? null,
  sheet: format.sheet ?? null,
  sheets: format.sheets ?? [],
  reasons: format.reasons,
});
