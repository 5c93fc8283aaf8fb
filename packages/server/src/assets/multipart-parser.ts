/** What a form consists of, told in its order. Bytes are good until the call returns. */
export interface FormListener {
  /** A part begins. @param head its header fields, by lower-case name, a character a byte */
  onPart(head: ReadonlyMap<string, string>): void;
  onBytes(bytes: Buffer): void;
  onPartEnd(): void;
}

export interface MultipartParser {
  /** @throws FormError */
  write(chunk: Buffer): void;
  /** The last boundary has passed; what follows is passed over. */
  isComplete(): boolean;
}

/** The bytes are no multipart form; the message says why, as a part of a sentence. */
export class FormError extends Error {}

const mostHeadBytes = 16 * 1024;
const endOfHead = Buffer.from('\r\n\r\n');
const dashes = '--';
const carriageReturn = 13;
/** A search for so few bytes leaps from one carriage return to the next; for more it looks at every tenth byte, which takes three times as long. */
const soughtBytes = 7;

function readHead(text: string): Map<string, string> {
  const unfolded = text.replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    unfolded.split('\r\n').flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

/**
 * Takes a multipart body apart (RFC 2046) as it comes, whatever pieces it comes in. Bytes are looked through once, for the boundary, and
 * never copied, but for a piece of a boundary at the end of a chunk.
 */
export function createMultipartParser(boundary: string, listener: FormListener): MultipartParser {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const sought = delimiter.subarray(0, soughtBytes);
  let state: 'preamble' | 'head' | 'part' | 'complete' = 'preamble';
  /** So many bytes of the delimiter ended the last chunk. A form may begin with it, and then without its line break. */
  let matched = 2;
  /** What has come of a head that is not all here. */
  let head: Buffer = Buffer.alloc(0);

  function pass(bytes: Buffer): void {
    if (state === 'part' && bytes.byteLength > 0) listener.onBytes(bytes);
  }

  function endPart(): void {
    if (state === 'part') listener.onPartEnd();
    state = 'head';
    matched = 0;
  }

  function findDelimiter(chunk: Buffer): number {
    for (let at = chunk.indexOf(sought); at !== -1; at = chunk.indexOf(sought, at + 1)) {
      if (at + delimiter.byteLength > chunk.byteLength) return -1;
      if (chunk.compare(delimiter, 0, delimiter.byteLength, at, at + delimiter.byteLength) === 0) return at;
    }
    return -1;
  }

  /** How much of a delimiter ends the chunk: it has its only carriage return at its start. */
  function endsWithin(chunk: Buffer): number {
    const start = chunk.lastIndexOf(carriageReturn);
    const length = chunk.byteLength - start;
    if (start === -1 || length >= delimiter.byteLength) return 0;
    return chunk.compare(delimiter, 0, length, start) === 0 ? length : 0;
  }

  /** Goes on with a delimiter that began in an earlier chunk. @returns what is left to be looked through */
  function goOn(chunk: Buffer): Buffer {
    const length = Math.min(delimiter.byteLength - matched, chunk.byteLength);
    if (chunk.compare(delimiter, matched, matched + length, 0, length) !== 0) {
      pass(delimiter.subarray(0, matched));
      matched = 0;
      return chunk;
    }
    matched += length;
    if (matched === delimiter.byteLength) endPart();
    return chunk.subarray(length);
  }

  /** Passes on what comes before the next delimiter. @returns what comes after it */
  function readBytes(chunk: Buffer): Buffer {
    if (matched > 0) return goOn(chunk);
    const found = findDelimiter(chunk);
    if (found !== -1) {
      pass(chunk.subarray(0, found));
      endPart();
      return chunk.subarray(found + delimiter.byteLength);
    }
    matched = endsWithin(chunk);
    pass(chunk.subarray(0, chunk.byteLength - matched));
    return chunk.subarray(chunk.byteLength);
  }

  /** Reads what follows a boundary: the head of a part, or the sign of the end. @returns what comes after it */
  function readPartHead(chunk: Buffer): Buffer {
    const all = head.byteLength === 0 ? chunk : Buffer.concat([head, chunk]);
    head = Buffer.alloc(0);
    if (all.toString('latin1', 0, 2) === dashes) {
      state = 'complete';
      return all.subarray(all.byteLength);
    }
    const end = all.subarray(0, mostHeadBytes).indexOf(endOfHead);
    if (end === -1) {
      if (all.byteLength >= mostHeadBytes) throw new FormError('the head of a part has no end');
      head = Buffer.from(all);
      return all.subarray(all.byteLength);
    }
    // Between boundary and line break there may be blanks, and nothing else.
    const text = all.toString('latin1', 0, end);
    if (!/^[ \t]*(?:\r\n|$)/.test(text)) throw new FormError('a boundary does not end its line');
    state = 'part';
    listener.onPart(readHead(text));
    return all.subarray(end + endOfHead.byteLength);
  }

  return {
    write(chunk) {
      for (let rest = chunk; rest.byteLength > 0 && state !== 'complete';) {
        rest = state === 'head' ? readPartHead(rest) : readBytes(rest);
      }
    },
    isComplete: () => state === 'complete',
  };
}
