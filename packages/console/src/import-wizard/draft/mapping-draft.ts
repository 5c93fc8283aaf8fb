import type { FilePreview, ImportColumn, ImportMappingDocument } from '@pimento/contract';
import type { DraftColumn, MappingDraft } from './draft-types.ts';

type Question = FilePreview['questions'][number];

const columnOf = ({ path }: Question): number => Number(/^\/columns\/(\d+)$/.exec(path)?.[1] ?? -1);
export const kindOf = ({ params }: Question): unknown => params?.['kind'];

/** Returns the questions of each column, by index. Questions about the whole table and about missing columns have the index -1. */
export const questionsByColumn = (questions: readonly Question[]): Map<number, Question[]> =>
  Map.groupBy(questions, columnOf);

/** Returns the headers of columns that the stored mapping has and the file has not. */
const missingHeaders = (questions: readonly Question[]): string[] =>
  questions.filter((question) => kindOf(question) === 'column-missing').map(({ params }) => String(params?.['header']));

/**
 * Starts to edit the mapping of a preview. What the service has asked for stays open.
 * @param stored the stored mapping that the preview is based on
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
  return { ...mapping, columns, missing: stored?.columns.filter(({ header }) => missing.has(header)) ?? [] };
}

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

/** Returns the draft as a document. What is still asked for is not in it. */
export const documentOf = ({ columns, missing, ...draft }: MappingDraft): ImportMappingDocument => ({
  ...draft,
  columns: [...columns.filter(({ isOpen }) => isOpen !== true).map(documentColumn), ...missing],
});

/** Returns the indexes of columns without header that the user has left out; only an answer can leave these out. */
export const ignoredUnnamed = ({ columns }: MappingDraft): number[] =>
  columns.flatMap(({ header, isOpen, isChanged }, at) =>
    header === '' && isChanged === true && isOpen !== true ? [at] : [],
  );
