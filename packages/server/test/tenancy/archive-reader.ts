import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** Reads all files in a .tar.gz archive, in their order. */
export async function readMembers(file: Uint8Array): Promise<Map<string, Buffer>> {
  const members = new Map<string, Buffer>();
  const reader = extract();
  const reading = pipeline(Readable.from([file]), createGunzip(), reader);
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk); // a tar reader yields buffers
    members.set(entry.header.name, Buffer.concat(chunks));
  }
  await reading;
  return members;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the lines of all files in one folder of the archive. */
export const linesOf = (members: ReadonlyMap<string, Buffer>, folder: string): string[] =>
  [...members]
    .filter(([path]) => path.startsWith(`${folder}/`))
    .flatMap(([, bytes]) => bytes.toString().split('\n').slice(0, -1));
