import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes created, renamed and removed names of a folder durable. Windows cannot flush a folder, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file: after a power failure it has its complete new content, or is as it was before. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const handle = await open(`${file}.part`, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
  await syncFolder(dirname(file));
}
