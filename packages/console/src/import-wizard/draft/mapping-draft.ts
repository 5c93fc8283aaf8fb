import type { FilePreview, ImportColumn, ImportMappingDocument } from '@pimento/contract';
import type { DraftColumn, MappingDraft } from './draft-types.ts';

type Question = FilePreview['questions'][number];

const columnOf = ({ path }: Question): number => Number(/^\/columns\/(\d+)$/.exec(path)?.[1] ?? -1);
export const kindOf = ({ params }: Question): unknown => params?.['kind'];

/** Returns the questions of each column, by index. Questions about the whole table and about missing columns have the index -1. */
export const questionsByColumn = (questions: readonly Question[]): Map<number, Question[]> =>
  Map.groupBy(questions, columnOf);

/** Returns the headers of columns that the stored mapping has and the file does not have. */
const missingHeaders = (questions: readonly Question[]): string[] =>
  questions.filter((question) => kindOf(question) === 'column-missing').map(({ params }) => String(params?.['header']));

/**
 * Returns the properties that the preview of a file omits if the file does not need them. Only CSV has protecting apostrophes, and not
 * every file has a row of units.
 */
const notOfFile = ({ guarded, unitRow }: ImportMappingDocument): Pick<MappingDraft, 'guarded' | 'unitRow'> => ({
  guarded,
  ...(unitRow === undefined ? {} : { unitRow }),
});

/**
 * Returns a draft of the mapping of a preview. Columns about which the service has a question are marked as open.
 * @param stored the stored mapping on which the preview is based
 */
export function draftOf(
  mapping: ImportMappingDocument,
  questions: readonly Question[],
  stored: ImportMappingDocument | undefined,
): MappingDraft {
  const asked = questionsByColumn(questions);
  const missing = new Set(missingHeaders(questions));
  const columns = mapping.columns.map((column, at): DraftColumn => {
    const kinds = new Set((asked.get(at) ?? []).map(kindOf));
    return {
      ...column,
      ...(kinds.has('column-unknown') || kinds.has('header-missing') ? { isOpen: true } : {}),
      ...(kinds.has('decimal-ambiguous') ? { isDecimalOpen: true } : {}),
      ...(kinds.has('date-ambiguous') ? { isDateOpen: true } : {}),
    };
  });
  return {
    ...mapping,
    ...(stored && notOfFile(stored)),
    columns,
    missing: stored?.columns.filter(({ header }) => missing.has(header)) ?? [],
  };
}

/**
 * Returns a draft that has the columns of the preview. The preview of a draft can have different columns after a merge that changes how the
 * file is read, for example its encoding.
 */
export function fittedDraft(
  draft: MappingDraft,
  { mapping, questions }: Pick<FilePreview, 'mapping' | 'questions'>,
): MappingDraft {
  if (mapping === null) return draft;
  const { columns } = draft;
  const isFitting =
    mapping.columns.length === columns.length &&
    mapping.columns.every(({ header }, at) => header === columns[at]?.header);
  return isFitting ? draft : draftOf(mapping, questions, documentOf(draft));
}

/** Returns the mapping of a preview in the form to store, including the properties that only other files need. */
export const storableMapping = (
  mapping: ImportMappingDocument,
  draft: MappingDraft | undefined,
): ImportMappingDocument => (draft === undefined ? mapping : { ...mapping, ...notOfFile(documentOf(draft)) });

function documentColumn({
  isOpen: _isOpen,
  isChanged: _isChanged,
  isDecimalOpen,
  isDateOpen,
  ...column
}: DraftColumn): ImportColumn {
  if (isDecimalOpen !== true && isDateOpen !== true) return column;
  const { decimal, date, ...rest } = column;
  return {
    ...rest,
    ...(isDecimalOpen === true || decimal === undefined ? {} : { decimal }),
    ...(isDateOpen === true || date === undefined ? {} : { date }),
  };
}

/**
 * Returns the draft as a document. Omits columns, decimal signs and day orders whose question is open. Columns that the file does not have
 * come last.
 */
export const documentOf = ({ columns, missing, ...draft }: MappingDraft): ImportMappingDocument => ({
  ...draft,
  columns: [...columns.filter(({ isOpen }) => isOpen !== true).map(documentColumn), ...missing],
});

/**
 * Returns the indexes of columns without a header that the user has chosen to ignore. The mapping document refers to columns by header, so
 * these columns need an explicit option.
 */
export const ignoredUnnamed = ({ columns }: MappingDraft): number[] =>
  columns.flatMap(({ header, isOpen, isChanged }, at) =>
    header === '' && isChanged === true && isOpen !== true ? [at] : [],
  );
