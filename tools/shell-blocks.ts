import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';

/** Returns the contents of every ```sh block in a document of the repository, in order. All of these blocks must be runnable. */
export function readShellBlocks(document: string): string[] {
  const text = readFileSync(`${root}/${document}`, 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map((match) => match[1] ?? '');
  if (blocks.length === 0) fail(`${document} has no \`\`\`sh block`);
  return blocks;
}

/** Returns a command that prints a block as a terminal would show it, with a prompt before each line. */
export function echoOf(block: string): string {
  return `echo ${quoted(block.replaceAll(/^(?=.)/gm, '$ '))}`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Runs a script in bash and passes on its output. Sends SIGTERM after the timeout.
 * @returns the exit code, or 1 if a signal ended the shell
 */
export async function runShell(
  script: string,
  cwd: string,
  seconds: number,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const shell = spawn('bash', ['-c', script], { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: environment });
  const deadline = setTimeout(() => shell.kill('SIGTERM'), seconds * 1000);
  const exited = await once(shell, 'exit');
  clearTimeout(deadline);
  const code: unknown = exited[0];
  return typeof code === 'number' ? code : 1;
}
