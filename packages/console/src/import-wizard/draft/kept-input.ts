import type { WizardInput } from './draft-types.ts';

const storageKey = (fileId: string) => `pimento.import-file.${fileId}`;

/** Keeps what the user has decided about a file in this tab, so that a reload does not lose it. */
export function keepInput(fileId: string, input: WizardInput): void {
  try {
    sessionStorage.setItem(storageKey(fileId), JSON.stringify(input));
  } catch {
    // The mapping of thousands of columns may exceed the storage of the browser. The page still asks before it is left.
  }
}

/** Returns what was kept; undefined if nothing was. */
export function keptInput(fileId: string): WizardInput | undefined {
  const text = sessionStorage.getItem(storageKey(fileId));
  return text === null ? undefined : (JSON.parse(text) as WizardInput); // written by `keepInput`
}
