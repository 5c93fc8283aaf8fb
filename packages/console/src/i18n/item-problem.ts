import type { Messages } from './en.ts';

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
