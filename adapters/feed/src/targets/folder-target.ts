import { access, constants, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@pimento/adapter-kit';
import type { FeedTarget } from './target.ts';

/** Writes feeds to a folder. */
export function createFolderTarget(folder: string): FeedTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'));
  return {
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
    async put(name, file) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      await rename(file, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyDurably(file, `${path}.part`);
        await rename(`${path}.part`, path);
        await rm(file);
      });
      await syncFolder(dirname(path));
    },
    async has(name, size) {
      const found = await stat(pathOf(name)).catch(() => undefined);
      return found?.size === size;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    removeFolder: (name) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

/** Copies a file to a different file system and flushes the copy to the disk. */
async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
