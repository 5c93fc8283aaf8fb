import type { DropFile } from '../../platform/index.ts';

/** A file of a watched folder, as an earlier run recorded it. */
export interface KnownFile {
  name: string;
  bytes: number;
  modifiedAt: Date;
  hasFailed: boolean;
}

/** A file that was modified more recently than this may still be incomplete. */
const quietMs = 10_000;

/** Returns true for the names of incomplete, hidden and backup files. */
const isTemporary = (name: string) =>
  name.startsWith('.') || name.endsWith('~') || /\.(?:tmp|part|partial|filepart|crdownload)$/i.test(name);

/** Compiles a pattern of file names. `*` matches any text. Letter case is ignored. Null matches all names. */
function matcherOf(pattern: string | null): (name: string) => boolean {
  if (pattern === null) return () => true;
  const parts = pattern.toLowerCase().split('*');
  return (name) => {
    const text = name.toLowerCase();
    const [first = '', ...rest] = parts;
    if (rest.length === 0) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest.slice(0, -1)) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    const last = rest.at(-1) ?? '';
    return text.length - last.length >= at && text.endsWith(last);
  };
}

const isSame = (file: DropFile, known: KnownFile | undefined) =>
  known !== undefined && known.bytes === file.size && known.modifiedAt.getTime() === file.modifiedAt.getTime();

/** Returns the files with names that match a pattern and are not temporary. */
export const withPattern = (files: readonly DropFile[], pattern: string | null): DropFile[] => {
  const matches = matcherOf(pattern);
  return files.filter(({ name }) => !isTemporary(name) && matches(name));
};

/**
 * Returns the oldest file that is new or changed, is not empty and is no longer being written.
 * @returns undefined if there is none
 */
export function nextFile(files: readonly DropFile[], known: readonly KnownFile[], now: Date): DropFile | undefined {
  const byName = new Map(known.map((file) => [file.name, file]));
  return files
    .filter((file) => file.size > 0 && !isSame(file, byName.get(file.name)))
    .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() >= quietMs)
    .toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime() || (a.name < b.name ? -1 : 1))[0];
}
