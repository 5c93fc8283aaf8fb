import { createHash } from 'node:crypto';
import type { ImportMappingDocument, ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { columnLetters, headerKey, type MappingQuestion, type RepeatedId } from '@pimento/files';
import { storableParams } from '../judge/judge-context.ts';

/** Maximum number of headers that are listed if no column contains the product id. */
const namedHeaders = 20;
const shownValue = 80;

/** Returns a document in its stored form. The types of its columns are omitted, because they come from the definitions. */
export const storedDocument = ({ columns, ...document }: ImportMappingDocument): ImportMappingDocument => ({
  ...document,
  columns: columns.map(({ typeId: _typeId, ...column }) => column),
});

/** Half of a SHA-256 hash is enough, because it practically never collides for different lists of headers. */
export const fingerprintOfKey = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

export const fingerprintOf = ({ columns }: { columns: readonly { header: string }[] }): string =>
  fingerprintOfKey(headerKey(columns.map(({ header }) => header)));

const shownCandidate = ({ column, value, ...rows }: RepeatedId) => ({
  ...rows,
  column: columnLetters(column),
  value: value.slice(0, shownValue),
});

function questionProblem(question: MappingQuestion, headers: readonly string[]) {
  const { code, column = 0, header = '', other = 0, value = '', attribute = '', child = '', candidate } = question;
  const of = { column: columnLetters(column), header };
  switch (code) {
    case 'id-column-missing':
      return problem('import-column', {
        kind: 'id-missing',
        headers: headers.slice(0, namedHeaders),
        ...(candidate === undefined ? {} : { candidate: shownCandidate(candidate) }),
      });
    case 'header-missing':
      return problem('import-column', { kind: code, column: of.column });
    case 'header-repeated':
    case 'target-repeated':
      return problem('import-column', { kind: code, ...of, other: columnLetters(other) });
    case 'decimal-ambiguous':
    case 'date-ambiguous':
      return problem('import-column', { kind: code, ...of, value: value.slice(0, shownValue) });
    case 'column-unknown':
    case 'composite-missing':
      return problem('import-column', { kind: code, ...of });
    case 'column-missing':
    case 'separator-unused':
      return problem('import-column', { kind: code, header });
    case 'not-composite':
      return problem('import-column', { kind: code, header, attribute });
    case 'no-child':
      return problem('import-column', { kind: code, header, composite: attribute, child });
    case 'composite-itself':
      return problem('import-column', { kind: code, header, composite: attribute });
    case 'reserved-list':
      return problem('import-column', { kind: code, header, field: attribute });
  }
}

/** Converts questions about a mapping to problems with paths into the mapping's document. */
export function questionProblems(
  questions: readonly MappingQuestion[],
  columns: readonly { header: string }[],
): ItemProblem[] {
  const headers = columns.map(({ header }) => header).filter((header) => header !== '');
  return questions.map((question) => {
    const { code, message, params } = questionProblem(question, headers);
    const path = question.column === undefined ? '/columns' : `/columns/${question.column}`;
    return { code, message, params: storableParams(params), path };
  });
}
