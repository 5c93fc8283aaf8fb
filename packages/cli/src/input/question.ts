import { createInterface } from 'node:readline/promises';
import { UsageError } from './usage-error.ts';

/**
 * Asks for confirmation on the terminal. Every reply except "y" and "yes" means no.
 * @param instead the option that replaces the confirmation, for example `--yes`
 * @throws UsageError if stdin is not a terminal
 */
export async function isConfirmed(question: string, instead: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `This command asks for confirmation, but stdin is not a terminal: add ${instead}. Nothing was changed.`,
    );
  // Uses stderr, because stdout may be redirected to a file.
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  return /^\s*y(?:es)?\s*$/i.test(answer);
}
