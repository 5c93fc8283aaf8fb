import { brokenContent } from './decoding-error.ts';

const frameMagic = 0xfd2fb528;
/** Skippable frames have 16 magic numbers, which differ in the low four bits. */
const skippableMagic = 0x184d2a50;
const dictionaryIdBytes = [0, 1, 2, 4];
const contentSizeBytes = [0, 2, 4, 8];
const runBlock = 1;

/** A part of a zstd stream. Headers are collected until they are complete. All bytes are passed on, except those of skippable frames. */
type Part = 'magic' | 'skippable-size' | 'descriptor' | 'block-header' | 'content' | 'skipped';

const headerBytes: Partial<Record<Part, number>> = {
  magic: 4,
  'skippable-size': 4,
  descriptor: 1,
  'block-header': 3,
};

interface Position {
  part: Part;
  /** Number of bytes of the part that have not been received yet. */
  missing: number;
  /** The received bytes of an incomplete header. */
  header: Buffer;
  /** The part after the content, which is a block header or the magic number of the next frame. */
  next: 'block-header' | 'magic';
  hasChecksum: boolean;
}

function expectHeader(position: Position, part: Part): void {
  position.part = part;
  position.missing = headerBytes[part] ?? 0;
  position.header = Buffer.alloc(0);
}

function expectContent(position: Position, bytes: number, next: Position['next']): void {
  if (bytes === 0) return expectHeader(position, next);
  position.part = 'content';
  position.missing = bytes;
  position.next = next;
}

function readMagic(position: Position): void {
  const magic = position.header.readUInt32LE();
  if (magic === frameMagic) expectHeader(position, 'descriptor');
  else if ((magic & 0xfffffff0) >>> 0 === skippableMagic) expectHeader(position, 'skippable-size');
  else throw brokenContent('other bytes follow where a zstd frame should begin');
}

/** The descriptor determines the total size of the fields that follow it. */
function readDescriptor(position: Position): void {
  const descriptor = position.header[0] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  position.hasChecksum = (descriptor & 0x04) !== 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const sizeBytes = sizeFlag === 0 && isSingleSegment ? 1 : (contentSizeBytes[sizeFlag] ?? 0);
  expectContent(position, windowBytes + (dictionaryIdBytes[descriptor & 0x03] ?? 0) + sizeBytes, 'block-header');
}

function readBlockHeader(position: Position): void {
  const header = position.header.readUIntLE(0, 3);
  const isLast = (header & 1) === 1;
  // The content of a run-length block is stored as one byte, which is repeated.
  const bytes = ((header >> 1) & 3) === runBlock ? 1 : header >> 3;
  if (isLast) expectContent(position, bytes + (position.hasChecksum ? 4 : 0), 'magic');
  else expectContent(position, bytes, 'block-header');
}

function readSkippableSize(position: Position): void {
  const bytes = position.header.readUInt32LE();
  if (bytes === 0) return expectHeader(position, 'magic');
  position.part = 'skipped';
  position.missing = bytes;
}

function completePart(position: Position): void {
  switch (position.part) {
    case 'magic':
      return readMagic(position);
    case 'skippable-size':
      return readSkippableSize(position);
    case 'descriptor':
      return readDescriptor(position);
    case 'block-header':
      return readBlockHeader(position);
    case 'content':
      return expectHeader(position, position.next);
    case 'skipped':
      return expectHeader(position, 'magic');
  }
}

const magicBytes = Buffer.alloc(4);
magicBytes.writeUInt32LE(frameMagic);

/** Reads one chunk and yields its bytes, except those of skippable frames. A yielded part never contains bytes of two frames. */
function* partsOf(chunk: Uint8Array, position: Position): Generator<Uint8Array> {
  let passFrom = 0;
  let at = 0;
  while (at < chunk.length) {
    const taken = Math.min(position.missing, chunk.length - at);
    const { part } = position;
    if (headerBytes[part] !== undefined)
      position.header = Buffer.concat([position.header, chunk.subarray(at, at + taken)]);
    at += taken;
    position.missing -= taken;
    const isPassed = part === 'descriptor' || part === 'block-header' || part === 'content';
    if (!isPassed) passFrom = at;
    if (position.missing > 0) continue;
    completePart(position);
    if (part === 'magic' && position.part === 'descriptor') yield magicBytes;
    if (isPassed && position.part === 'magic') {
      yield chunk.subarray(passFrom, at);
      passFrom = at;
    }
  }
  if (passFrom < at) yield chunk.subarray(passFrom, at);
}

/**
 * Yields the frames of a zstd stream in parts that never contain bytes of two frames, and omits skippable frames. Node's decoder continues
 * after a frame only if the next frame begins in a separate part, and it ends at a skippable frame.
 * @throws DecodingError if a frame is incomplete, or if other bytes follow a frame
 */
export async function* zstdFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const position: Position = { part: 'magic', missing: 4, header: Buffer.alloc(0), next: 'magic', hasChecksum: false };
  for await (const chunk of source) yield* partsOf(chunk, position);
  if (position.part !== 'magic' || position.header.length > 0) throw brokenContent('unexpected end of file');
}
