import { CommanderError } from 'commander';
import { exitCodes } from './commands/exit-codes.ts';
import { reportFailure } from './failure-report.ts';
import { RefusedDocumentError } from './input/refused-document-error.ts';
import { createProgram } from './program.ts';

/** Exits with 0 if the reader of stdout closes the pipe early, for example in `pimento products list | head -1`. */
function exitWhenReaderCloses(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    throw error;
  });
}

/** Runs one command line, given without `node` and the script. Returns the exit code of the process. */
export async function main(commandLine: string[]): Promise<number> {
  exitWhenReaderCloses();
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
    // The parser has already printed the error or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.failed;
    process.stderr.write(reportFailure(error, commandLine.includes('--json')));
    return error instanceof RefusedDocumentError ? exitCodes.rejected : exitCodes.failed;
  }
  // If the service refuses to start, it sets the exit code itself.
  return exitCode === exitCodes.done ? Number(process.exitCode ?? exitCode) : exitCode;
}
