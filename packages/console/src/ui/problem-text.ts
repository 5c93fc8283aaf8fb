import { ConnectionError, ProblemError, UnexpectedAnswerError } from '@pimento/client';
import type { Messages } from '../i18n/en.ts';
import { itemProblem } from '../i18n/item-problem.ts';

interface Item {
  code: string;
  message: string;
}

const most = 3;

/** Several problems of one error, each in the person's words where we have them, else in the service's. */
const saidOf = (t: Messages, errors: readonly Item[]): string[] =>
  errors.slice(0, most).map((error) => {
    const { text, detail } = itemProblem(t, error);
    return detail === undefined ? text : `${text} (${detail})`;
  });

/** What went wrong and what to do about it, in the person's words where we have them, else in the service's. */
export function problemText(t: Messages, error: unknown): string {
  if (error instanceof ConnectionError) return t.problem.connection;
  if (error instanceof UnexpectedAnswerError) return t.problem.sending.unexpected(String(error.status));
  if (!(error instanceof ProblemError)) {
    if (!(error instanceof Error)) return String(error);
    const refused = 'errors' in error && Array.isArray(error.errors) ? (error.errors as Item[]) : []; // of an import
    return refused.length > 0 ? saidOf(t, refused).join(' ') : error.message;
  }
  const known: Record<string, string | undefined> = t.problem.codes;
  const text = known[error.code] ?? saidOf(t, [error]).join(' ');
  return error.code === 'internal-error'
    ? `${text} (${error.problem.requestId})`
    : [text, ...saidOf(t, error.problem.errors ?? [])].join(' ');
}
