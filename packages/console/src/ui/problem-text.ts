import { ConnectionError, ProblemError, UnexpectedAnswerError } from '@pimento/client';
import type { Messages } from '../i18n/en.ts';
import { itemProblem } from '../i18n/item-problem.ts';

interface Item {
  code: string;
  message: string;
}

const maxShown = 3;

/** The first problems of an error, translated; in the service's words if there is no translation. */
const itemTexts = (t: Messages, errors: readonly Item[]): string[] =>
  errors.slice(0, maxShown).map((error) => {
    const { text, detail } = itemProblem(t, error);
    return detail === undefined ? text : `${text} (${detail})`;
  });

/** What happened and what to do next, translated; in the service's words if there is no translation. */
export function problemText(t: Messages, error: unknown): string {
  if (error instanceof ConnectionError) return t.problem.connection;
  if (error instanceof UnexpectedAnswerError) return t.problem.sending.unexpected(String(error.status));
  if (!(error instanceof ProblemError)) {
    if (!(error instanceof Error)) return String(error);
    const refused = 'errors' in error && Array.isArray(error.errors) ? (error.errors as Item[]) : []; // of an import
    return refused.length > 0 ? itemTexts(t, refused).join(' ') : error.message;
  }
  const known: Record<string, string | undefined> = t.problem.codes;
  const text = known[error.code] ?? itemTexts(t, [error]).join(' ');
  return error.code === 'internal-error'
    ? `${text} (${error.problem.requestId})`
    : [text, ...itemTexts(t, error.problem.errors ?? [])].join(' ');
}
