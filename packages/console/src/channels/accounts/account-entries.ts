import { ProblemError } from '@pimento/client';
import type { Account, AccountField } from '@pimento/contract';

/** What stands in the form: field id → text, and whether a set password is to go. */
export type Entries = Record<string, { text: string; removed: boolean }>;

export function startEntries(fields: readonly AccountField[], account: Account | undefined): Entries {
  return Object.fromEntries(
    fields.map(({ id }) => [id, { text: account?.properties[id]?.value ?? '', removed: false }]),
  );
}

/** The properties to send: of a new account all, of a known one those that differ. A password that is not typed stays. */
export function changedProperties(
  fields: readonly AccountField[],
  account: Account | undefined,
  entries: Entries,
): Record<string, string | null> {
  const changes = fields.flatMap(({ id, type }): [string, string | null][] => {
    const { text, removed } = entries[id] ?? { text: '', removed: false };
    if (removed) return [[id, null]];
    if (!account) return text === '' ? [] : [[id, text]];
    if (type === 'password') return text === '' ? [] : [[id, text]];
    return text === (account.properties[id]?.value ?? '') ? [] : [[id, text]];
  });
  return Object.fromEntries(changes);
}

/** Field id → what is wrong: what the service refused just now, else what the adapter said last. */
export function fieldProblems(error: unknown, account: Account | undefined): Record<string, string> {
  if (error instanceof ProblemError && error.code === 'invalid-values') {
    const errors = error.problem.errors ?? [];
    return Object.fromEntries(
      errors.map(({ path, message }) => [
        path.replace('/properties/', '').replaceAll('~1', '/').replaceAll('~0', '~'),
        message,
      ]),
    );
  }
  return Object.fromEntries((account?.fieldErrors ?? []).map(({ fieldId, message }) => [fieldId, message]));
}
