import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically and durably: after a power failure it is complete or absent. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(`${file}.part`, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
}
