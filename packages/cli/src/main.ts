import { CommanderError } from 'commander';
import { exitCodes } from './commands/exit-codes.ts';
import { reportFailure } from './failure-report.ts';
import { createProgram } from './program.ts';

/** A reader that has seen enough (`pimento products list | head -1`) is no failure. */
function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    throw error;
  });
}

/** Runs one command line (without node and script) and answers the exit code of the process. */
export async function main(commandLine: string[]): Promise<number> {
  endQuietlyWithReader();
  let exitCode: number = exitCodes.done;
  const program = createProgram({
    environment: process.env,
    setExitCode: (code) => {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync(commandLine, { from: 'user' });
  } catch (error) {
    // The parser has printed what is wrong, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
    process.stderr.write(reportFailure(error, commandLine.includes('--json')));
    return exitCodes.failed;
  }
  // The service may have set one of its own when it refused to start.
  return exitCode === exitCodes.done ? Number(process.exitCode ?? exitCode) : exitCode;
}
