import { ConnectionError, ProblemError } from '@pimento/client';
import type { Messages } from '../i18n/en.ts';

/** What went wrong and what to do about it, in the person's words where we have them, else in the service's. */
export function problemText(t: Messages, error: unknown): string {
  if (error instanceof ConnectionError) return t.problem.connection;
  if (!(error instanceof ProblemError)) return error instanceof Error ? error.message : String(error);
  const known: Record<string, string | undefined> = t.problem.codes;
  const text = known[error.code] ?? error.message;
  const errors = error.problem.errors ?? [];
  const details = errors.slice(0, 3).map(({ message }) => message);
  return error.code === 'internal-error' ? `${text} (${error.problem.requestId})` : [text, ...details].join(' ');
}
