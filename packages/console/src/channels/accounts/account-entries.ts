import { ProblemError } from '@pimento/client';
import type { Account, AccountField } from '@pimento/contract';
import { adapterMessage } from '../../connections/adapter-message.ts';
import type { Messages } from '../../i18n/en.ts';
import type { Language } from '../../i18n/language.tsx';
import { textOfProblem } from '../../ui/problem-text.ts';

/** The user's entry for one field. */
export interface Entry {
  text: string;
  /** True if the stored password will be removed. */
  removed: boolean;
}

/** Field id → entry. */
export type Entries = Record<string, Entry>;

export const emptyEntry: Entry = { text: '', removed: false };

/** Returns the initial entries of the form. Passwords are empty because they are never sent to the console. */
export function startEntries(fields: readonly AccountField[], account: Account | undefined): Entries {
  return Object.fromEntries(
    fields.map(({ id }) => [id, { text: account?.properties[id]?.value ?? '', removed: false }]),
  );
}

/**
 * Returns the properties to send, which are the filled-in properties of a new account, or the changed properties of a stored account. An
 * empty password field keeps the stored password.
 * @returns field id → value, or null to remove the stored password
 */
export function changedProperties(
  fields: readonly AccountField[],
  account: Account | undefined,
  entries: Entries,
): Record<string, string | null> {
  const changes = fields.flatMap(({ id, type }): [string, string | null][] => {
    const { text, removed } = entries[id] ?? emptyEntry;
    if (removed) return [[id, null]];
    const stored = account && type !== 'password' ? (account.properties[id]?.value ?? '') : '';
    return text === stored ? [] : [[id, text]];
  });
  return Object.fromEntries(changes);
}

/** Returns true if a request was rejected because of field values. */
export const isFieldProblem = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'invalid-values';

/** Returns the field id of a JSON pointer such as "/properties/<id>". */
const fieldOfPath = (path: string) => path.replace('/properties/', '').replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * Returns the problem of each field in the user's language, by field id. If `error` reports invalid field values, returns these problems.
 * Otherwise, returns the problems in the adapter's last report.
 */
export function fieldProblems(
  { messages, language }: { messages: Messages; language: Language },
  error: unknown,
  account: Account | undefined,
): Record<string, string> {
  if (isFieldProblem(error)) {
    const errors = error.problem.errors ?? [];
    return Object.fromEntries(errors.map((problem) => [fieldOfPath(problem.path), textOfProblem(messages, problem)]));
  }
  const reported = account?.fieldErrors ?? [];
  return Object.fromEntries(reported.map(({ fieldId, message }) => [fieldId, adapterMessage(language, message)]));
}
