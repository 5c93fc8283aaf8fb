import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../platform/core.ts';

/**
 * Yields the chunks of an encoded body, up to a limit. Limiting the decoded bytes alone is not enough, because a compressed body can
 * contain any number of bytes that decode to nothing.
 * @throws PimentoError body-too-large
 */
export async function* limitBody(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new PimentoError(problem('body-too-large', { kind: 'sent', bytes, maxBytes }));
    yield chunk;
  }
}
