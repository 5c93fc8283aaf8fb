import { ConnectionError, ProblemError, UnexpectedAnswerError } from '@pimento/client';
import type { Messages } from '../i18n/en.ts';
import { type AnsweredProblem, findProblemText } from '../i18n/item-problem.ts';

const shownItems = 3;

/** Returns a problem in the user's language, or in English if there is no translation for it. */
export const textOfProblem = (t: Messages, problem: AnsweredProblem): string =>
  findProblemText(t, problem) ?? problem.message;

/** Returns the texts of the first problems of an error, in the user's language. */
const textsOf = (t: Messages, errors: readonly AnsweredProblem[]): string[] =>
  errors.slice(0, shownItems).map((error) => textOfProblem(t, error));

/** Code → the kinds of this problem that the console's text for the code explains. A separate text explains any other kind. */
const explainedKinds: Record<string, readonly string[]> = {
  'sign-in-failed': ['wrong', 'person-gone'],
  'too-many-requests': ['sign-ins'],
  unavailable: ['database'],
};

/** Returns the console's own text for a problem code, or undefined if there is none, or if the problem's kind has a separate sentence. */
function codeText(t: Messages, { code, params }: AnsweredProblem): string | undefined {
  const kind: unknown = params?.['kind'];
  const kinds = explainedKinds[code];
  if (kinds && typeof kind === 'string' && !kinds.includes(kind)) return undefined;
  const known: Record<string, string | undefined> = t.problem.codes;
  return known[code];
}

/** Explains an error and its remedy in the user's language, or in English if there is no translation for it. */
export function problemText(t: Messages, error: unknown): string {
  if (error instanceof ConnectionError) return t.problem.connection;
  if (error instanceof UnexpectedAnswerError) return t.problem.sending.unexpected(String(error.status));
  if (!(error instanceof ProblemError)) {
    if (!(error instanceof Error)) return String(error);
    const refused = 'errors' in error && Array.isArray(error.errors) ? (error.errors as AnsweredProblem[]) : []; // as in a rejected import
    return refused.length > 0 ? textsOf(t, refused).join(' ') : error.message;
  }
  const text = codeText(t, error.problem) ?? textOfProblem(t, error.problem);
  if (error.code === 'internal-error') return `${text} (${error.problem.requestId})`;
  // The text of `invalid-body` already contains the errors of the body.
  const errors = error.code === 'invalid-body' ? [] : (error.problem.errors ?? []);
  return [text, ...textsOf(t, errors)].join(' ');
}
