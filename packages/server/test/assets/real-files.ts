import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Manifest entry of one real file. */
export interface RealFile {
  file: string;
  name: string;
  bytes: number;
  sha256: string;
  format?: string;
  width?: number;
  height?: number;
  pages?: number;
  orientation?: number;
  decode?: string;
}

const shared = process.env['PIMENTO_SHARED'] ?? join(import.meta.dirname, '../../../../../shared');
const folder = join(shared, 'data/assets');

/** Reason to skip the tests with the real files, or false if the files exist. */
export const realFilesMissing = existsSync(join(folder, 'manifest.json'))
  ? false
  : `the real files are not there: put them into ${shared} or name their folder in PIMENTO_SHARED`;

export async function listRealFiles(): Promise<RealFile[]> {
  const listed = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as RealFile[]; // the manifest was created together with the files
  return listed.map((file) => ({ ...file, name: file.file.replace(/^files\//, '') }));
}

export async function readRealFile({ file }: RealFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(folder, file)));
}
