/** The reason why encoded content cannot be decoded. */
type DecodingFault =
  /** The content is not in the declared encoding, is incomplete, or is followed by other bytes. The reason is an English phrase. */
  | { kind: 'broken'; reason: string }
  /** Decoding expands the content beyond the limits of `isExpansion`. */
  | { kind: 'expansion'; bytes: number; decodedBytes: number };

/** Thrown if content cannot be decoded. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError';
  readonly fault: DecodingFault;

  constructor(fault: DecodingFault) {
    super(fault.kind === 'broken' ? fault.reason : `${fault.bytes} bytes expand to more than ${fault.decodedBytes}`);
    this.fault = fault;
  }
}

export const brokenContent = (reason: string) => new DecodingError({ kind: 'broken', reason });
