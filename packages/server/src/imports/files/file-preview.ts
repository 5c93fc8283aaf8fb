import type { FileOptions, FilePreview } from '@pimento/contract';
import { documentOf, mapTable, newAttributesOf, type Row } from '@pimento/files';
import { fingerprintOf, questionProblems } from '../mappings/mapping-document-rules.ts';
import { type PlanDeps, type PlannedTable, planFile } from './file-plan.ts';
import { judgeSample, previewRows, recognised } from './preview-rules.ts';

/** Maximum number of new attributes that a preview lists. */
const maxNew = 1_000;

/** A preview without the facts about the file, which the caller knows. */
export type PreviewParts = Omit<FilePreview, 'file'>;

async function* iterate(rows: readonly Row[]): AsyncGenerator<Row, void, undefined> {
  yield* rows;
}

async function previewTable(
  { attributes }: PlanDeps,
  { guessed, mappedBy, matches, rows, isWhole, chosen }: PlannedTable,
  sheet: string | undefined,
  max: number,
): Promise<Omit<PreviewParts, 'format'>> {
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
    newAttributes: newAttributesOf(mapping, attributes).slice(0, maxNew),
    rows: previewRows(rows, place, problems),
    sample: { ...counts, isWhole },
    problems,
  };
}

/**
 * Shows how an import would read a file.
 * @param rows maximum number of sample rows
 * @throws PimentoError unknown-mapping; FileError if the file cannot be read
 */
export async function previewFile(deps: PlanDeps, options: FileOptions, rows: number): Promise<PreviewParts> {
  const { format, table } = await planFile(deps, options);
  if (table) return { format: recognised(format), ...(await previewTable(deps, table, format.sheet, rows)) };
  return {
    format: recognised(format),
    mapping: null,
    mappedBy: null,
    fingerprint: null,
    matches: [],
    questions: [],
    newAttributes: [],
    rows: [],
    sample: { products: 0, rejected: 0, isWhole: false },
    problems: [],
  };
}
