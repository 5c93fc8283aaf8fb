import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../errors.ts';
import type { DecodingError } from './decoding-error.ts';

/** Creates the error for a request whose body cannot be decoded. */
export const refusalOfDecoding = ({ fault }: DecodingError, encoding: string): PimentoError =>
  new PimentoError(
    fault.kind === 'broken'
      ? problem('malformed-json', { kind: 'encoding', encoding, reason: fault.reason })
      : problem('body-too-large', { kind: 'expansion', bytes: fault.bytes, decodedBytes: fault.decodedBytes }),
  );
