import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Repository } from '../repository/repository-service.ts';
import { BackupRefusedError } from '../repository/repository-types.ts';

export interface NamedObject {
  name: string;
  object: string;
}

/**
 * Reads objects one after the other and decompresses them as one stream.
 * @param unpacked the decompressing stream; it is destroyed when reading ends
 * @throws BackupRefusedError if an object is missing or damaged
 */
export async function* unpackObjects(
  repository: Repository,
  objects: readonly NamedObject[],
  unpacked: Transform,
): AsyncGenerator<Buffer> {
  async function* joined(): AsyncGenerator<Uint8Array> {
    for (const { name, object } of objects) yield* repository.read(name, object);
  }
  const reading = pipeline(joined, unpacked);
  reading.catch(() => undefined);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) yield chunk; // the decompression returns a stream of bytes
    await reading;
  } catch (error) {
    // The decompression fails at a damaged byte before the checksum is known, but only the checksums show which object is damaged.
    if (!(error instanceof BackupRefusedError)) await checkObjects(repository, objects);
    throw error;
  }
}

/** Reads objects to verify their checksums, and discards the content. @throws BackupRefusedError if one is missing or damaged */
async function checkObjects(repository: Repository, objects: readonly NamedObject[]): Promise<void> {
  for (const { name, object } of objects) for await (const _ of repository.read(name, object));
}
