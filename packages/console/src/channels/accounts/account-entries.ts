import { ProblemError } from '@pimento/client';
import type { Account, AccountField } from '@pimento/contract';

/** What is entered for one field. */
export interface Entry {
  text: string;
  /** A stored password is to be removed. */
  removed: boolean;
}

/** Field id → entry. */
export type Entries = Record<string, Entry>;

export const emptyEntry: Entry = { text: '', removed: false };

/** The entries that the form begins with. Passwords are empty because they are never sent to the console. */
export function startEntries(fields: readonly AccountField[], account: Account | undefined): Entries {
  return Object.fromEntries(
    fields.map(({ id }) => [id, { text: account?.properties[id]?.value ?? '', removed: false }]),
  );
}

/**
 * The properties to send: all of a new account, only the changed ones of a stored account. An empty password field keeps the password.
 * @returns field id → value, null to remove it
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

/** True if a request was refused because of the values of fields. */
export const isFieldProblem = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'invalid-values';

/** "/properties/<id>", a JSON pointer. */
const fieldOfPath = (path: string) => path.replace('/properties/', '').replaceAll('~1', '/').replaceAll('~0', '~');

/** Field id → what is wrong: the refusal of the last request, or else what the adapter reported last. */
export function fieldProblems(error: unknown, account: Account | undefined): Record<string, string> {
  if (isFieldProblem(error)) {
    const errors = error.problem.errors ?? [];
    return Object.fromEntries(errors.map(({ path, message }) => [fieldOfPath(path), message]));
  }
  return Object.fromEntries((account?.fieldErrors ?? []).map(({ fieldId, message }) => [fieldId, message]));
}
