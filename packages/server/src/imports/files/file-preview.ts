import type { FileOptions, FilePreview } from '@pimento/contract';
import { documentOf, isFeedFormat, mapTable, newAttributesOf, type Row } from '@pimento/files';
import { fingerprintOf, questionProblems } from '../mappings/mapping-document-rules.ts';
import { type PlanDeps, type PlannedTable, planFile } from './file-plan.ts';
import { previewFeed } from './feed-preview.ts';
import { judgeSample, maxNames, previewRows, recognised } from './preview-rules.ts';

/** A preview without the facts about the file, which the calling code adds. */
export type PreviewParts = Omit<FilePreview, 'file'>;

async function* iterate(rows: readonly Row[]): AsyncGenerator<Row, void, undefined> {
  yield* rows;
}

async function previewTable(
  { attributes }: PlanDeps,
  { guessed, mappedBy, matches, rows, isWhole, chosen }: PlannedTable,
  sheet: string | undefined,
  max: number,
): Promise<Omit<PreviewParts, 'format' | 'feed'>> {
  const { mapping, questions } = guessed;
  const { problems, ...counts } = await judgeSample(
    mapTable(() => iterate(rows), mapping),
    sheet,
  );
  const place = { headerRow: mapping.headerRow, width: mapping.columns.length, max };
  return {
    mapping: documentOf(mapping, chosen),
    mappedBy,
    fingerprint: fingerprintOf(mapping),
    matches,
    questions: questionProblems(questions, mapping.columns),
    newAttributes: newAttributesOf(mapping, attributes).slice(0, maxNames),
    rows: previewRows(rows, place, problems),
    sample: { ...counts, isWhole },
    problems,
  };
}

/**
 * Previews the import of a file.
 * @param rows maximum number of sample rows
 * @throws PimentoError unknown-mapping; FileError if the file cannot be read
 */
export async function previewFile(deps: PlanDeps, options: FileOptions, rows: number): Promise<PreviewParts> {
  const { format, table } = await planFile(deps, options);
  if (table)
    return { format: recognised(format), feed: null, ...(await previewTable(deps, table, format.sheet, rows)) };
  const withoutTable = { mapping: null, mappedBy: null, fingerprint: null, matches: [], questions: [], rows: [] };
  const nothing = { feed: null, newAttributes: [], sample: { products: 0, rejected: 0, isWhole: false }, problems: [] };
  const sample = isFeedFormat(format) ? await previewFeed(deps, format) : nothing;
  return { format: recognised(format), ...withoutTable, ...sample };
}
