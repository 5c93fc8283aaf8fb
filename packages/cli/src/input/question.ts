import { createInterface } from 'node:readline/promises';
import { UsageError } from './usage-error.ts';

/**
 * Asks a person whether to go on; only a clear yes is one.
 * @param instead what to give where nobody can be asked, `--yes` say
 * @throws UsageError where nobody sits at a terminal
 */
export async function isConfirmed(question: string, instead: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`Nobody can be asked here: give ${instead}. Nothing was changed.`);
  // Not on stdout: that may go into a file.
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  return /^\s*y(?:es)?\s*$/i.test(answer);
}
