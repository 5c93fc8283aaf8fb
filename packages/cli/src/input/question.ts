import { createInterface } from 'node:readline/promises';
import { UsageError } from './usage-error.ts';

/**
 * Asks for confirmation on the terminal. Every reply except "y" and "yes" means no.
 * @param instead the option that replaces the confirmation, such as `--yes`
 * @throws UsageError if stdin is not a terminal
 */
export async function isConfirmed(question: string, instead: string): Promise<boolean> {
  return /^\s*y(?:es)?\s*$/i.test(await askText(`${question} [y/N]`, instead));
}

/**
 * Asks a question on the terminal and returns the reply.
 * @param instead the option that replaces the question
 * @throws UsageError if stdin is not a terminal
 */
export async function askText(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `This command asks a question, but stdin is not a terminal: add ${instead}. Nothing was changed.`,
    );
  // Uses stderr, because stdout may be redirected to a file.
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  return await terminal.question(`${question} `);
}
