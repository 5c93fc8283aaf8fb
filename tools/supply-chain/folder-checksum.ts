import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface FolderChecksum {
  files: number;
  sha256: string;
}

/**
 * Returns the SHA-256 of the list of all files of a folder with the SHA-256 of each, as `sha256sum` prints it, sorted by path; undefined if
 * there is no folder. Symbolic links are left out, because the start creates some.
 */
export function checksumOf(folder: string): FolderChecksum | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((file) => `${hash('sha256', readFileSync(file))}  ${relative(folder, file)}\n`);
  return { files: lines.length, sha256: hash('sha256', lines.join('')) };
}
