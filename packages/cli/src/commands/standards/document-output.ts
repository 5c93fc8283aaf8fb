import { rename, writeFile } from 'node:fs/promises';
import type { CommandContext } from '../command-context.ts';

/** Writes a document to a file, or to stdout if `out` is undefined. */
export async function writeOut(context: CommandContext, text: string, out: string | undefined): Promise<void> {
  if (out === undefined) process.stdout.write(text);
  else {
    await writeFile(out, text);
    context.print({ file: out }, `Wrote ${out}`);
  }
}

/** Replaces a file atomically, so that an interrupted command keeps the previous content. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
