import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes creating, renaming and removing files in a folder durable. Does nothing on Windows, where this is unnecessary. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file, and creates its folder if needed. After a power failure, the file has either its complete new or its old content. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
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
