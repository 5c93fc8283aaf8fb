import type { WizardInput } from './draft-types.ts';

const storageKey = (fileId: string) => `pimento.import-file.${fileId}`;

/** Keeps the user's decisions about a file in this tab, so that a reload does not lose them. */
export function keepInput(fileId: string, input: WizardInput): void {
  try {
    sessionStorage.setItem(storageKey(fileId), JSON.stringify(input));
  } catch {
    // A mapping of thousands of columns can exceed the storage limit of the browser. The user's decisions are then not stored, but the page
    // asks for confirmation before it is left.
  }
}

/** Returns the decisions that `keepInput` has stored, or undefined if there are none. */
export function keptInput(fileId: string): WizardInput | undefined {
  const text = sessionStorage.getItem(storageKey(fileId));
  return text === null ? undefined : (JSON.parse(text) as WizardInput); // `keepInput` wrote this text
}
