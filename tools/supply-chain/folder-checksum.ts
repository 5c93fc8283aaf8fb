import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface FolderChecksum {
  files: number;
  sha256: string;
}

/**
 * Returns the number of files in a folder and one checksum for all of them. The checksum is the SHA-256 of the output that `sha256sum`
 * would print for the files, sorted by path. Returns undefined if the folder does not exist. Ignores symbolic links, because the service
 * creates some of them when it starts.
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
