import type { Messages } from './en.ts';

/**
 * How one kind of problem is said in a language: at least in general, and exactly where the service's sentence holds what it is about.
 * The groups of the pattern are what the exact sentence is made of.
 */
export interface ProblemPhrase {
  general: string;
  exact?: [pattern: RegExp, say: (...found: string[]) => string][];
}

export interface SaidProblem {
  text: string;
  /** The service's own sentence, where it says more than the text. */
  detail?: string;
}

/** A problem of a product or a value in the person's language; in the service's words where there are no others. */
export function itemProblem(t: Messages, { code, message }: { code: string; message: string }): SaidProblem {
  const phrase = t.itemProblems[code];
  if (!phrase) return { text: message };
  for (const [pattern, say] of phrase.exact ?? []) {
    const found = pattern.exec(message);
    if (found) return { text: say(...found.slice(1)) };
  }
  return { text: phrase.general, detail: message };
}
