import { useSyncExternalStore } from 'react';

/** Input on the screen that is not saved yet. */
interface UnsavedInput {
  /** Returns the input for the clipboard, or undefined if it cannot be copied as text. */
  text: () => string | undefined;
}

const inputs = new Set<UnsavedInput>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function report(): void {
  for (const listener of listeners) listener();
}

/** Records unsaved input until the returned function is called. */
export function recordUnsaved(input: UnsavedInput): () => void {
  inputs.add(input);
  report();
  return () => {
    inputs.delete(input);
    report();
  };
}

export const hasUnsaved = (): boolean => inputs.size > 0;

/** Returns true while anything on the screen is not saved. */
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved);

/** Returns the unsaved input for the clipboard, without input that cannot be copied as text. */
export const unsavedText = (): string => [...inputs].flatMap(({ text }) => text() ?? []).join('\n\n');
