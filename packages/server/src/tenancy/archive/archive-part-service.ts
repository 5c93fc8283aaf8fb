import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TarFile } from './tar-file-service.ts';

/** A member of an archive, as the manifest lists it. */
export interface ArchiveMember {
  path: string;
  bytes: number;
  sha256: string;
}

export type ArchivePart = ArchiveMember & { rows: number };

/**
 * A part ends with the line that reaches this many characters. The part is collected in memory, because a tar file states the size of a
 * member before its bytes.
 */
const partBytes = 8 * 1024 ** 2;

/** Adds a string as one member of the archive. */
export async function addText(tar: TarFile, path: string, text: string): Promise<ArchiveMember> {
  const bytes = Buffer.from(text);
  await tar.add(path, bytes.byteLength, Readable.from([bytes]));
  return { path, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Adds lines as members `folder/000001.ndjson`, `folder/000002.ndjson`, … of about 8 MiB (more if there are non-ASCII characters). The last
 * member can be smaller. Adds no member if there are no lines.
 * @param batches lines without their line breaks
 */
export async function addLines(
  tar: TarFile,
  folder: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = [];
  let lines: string[] = [];
  let size = 0;
  const addPart = async () => {
    const rows = lines.length;
    const path = `${folder}/${String(parts.length + 1).padStart(6, '0')}.ndjson`;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    size = 0;
    parts.push({ ...(await addText(tar, path, text)), rows });
  };
  for await (const batch of batches) {
    for (const line of batch) {
      lines.push(line);
      size += line.length + 1;
      if (size >= partBytes) await addPart();
    }
  }
  if (lines.length > 0) await addPart();
  return parts;
}
