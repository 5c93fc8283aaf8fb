import { BodyFaultError } from './body-fault.ts';
import { createOpenValue } from './open-value.ts';
import type { BodyFrame, ProductSink } from './body-frame.ts';
import { skipBom } from './utf8-gate.ts';
import { createValueScan, scanValue, skipWhiteSpace, startValue } from './value-scan.ts';

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const nothing = Buffer.alloc(0);

/** Reads one value per line. JSON strings cannot contain raw line feeds, so the end of a line is found without reading the value. */
export function createNdjsonFrame(maxProductBytes: number, onProduct: ProductSink): BodyFrame {
  const scan = createValueScan();
  const value = createOpenValue({ maxBytes: maxProductBytes, part: () => 'line', line: true });

  function feed(bytes: Buffer, base: number): void {
    let at = skipBom(bytes, base);
    if (at > 0) scan.lineStart = at;
    while (at < bytes.length) {
      at = value.isOpen ? readLine(bytes, at, base) : skipBlank(bytes, at, base);
    }
  }

  /** Consumes white space, and starts a value without consuming its first byte. */
  function skipBlank(bytes: Buffer, from: number, base: number): number {
    const at = skipWhiteSpace(scan, bytes, from, base);
    if (at === bytes.length) return at;
    value.begin({ offset: base + at, line: scan.line, column: base + at - scan.lineStart + 1 });
    return at;
  }

  function readLine(bytes: Buffer, from: number, base: number): number {
    const lineEnd = bytes.indexOf(lineFeed, from);
    if (lineEnd === -1) {
      value.keep(bytes, from);
      return bytes.length;
    }
    deliver(value.finish(bytes, from, lineEnd));
    return startLine(lineEnd + 1, base);
  }

  function startLine(at: number, base: number): number {
    scan.line += 1;
    scan.lineStart = base + at;
    return at;
  }

  function deliver(line: Buffer): void {
    const bytes = line.subarray(0, lengthWithoutBlanks(line));
    startValue(scan, bytes[0] ?? 0);
    // The result is ignored, because JSON.parse finds the same bracket errors.
    scanValue(scan, bytes, 0, 0);
    onProduct({ bytes, ...value.start, members: scan.members, depth: scan.deepest, isTooLarge: value.isTooLarge });
  }

  return {
    feed,
    end() {
      if (value.isOpen) deliver(value.finish(nothing, 0, 0));
    },
    refuse(offset, reason) {
      const place = { offset, line: scan.line, column: offset - scan.lineStart + 1 };
      if (value.isOpen) value.refuse(reason, place);
      throw new BodyFaultError({ code: 'malformed-json', reason, ...place });
    },
  };
}

function lengthWithoutBlanks(line: Buffer): number {
  let length = line.length;
  while (length > 0 && (line[length - 1] === space || line[length - 1] === tab || line[length - 1] === carriageReturn))
    length -= 1;
  return length;
}
