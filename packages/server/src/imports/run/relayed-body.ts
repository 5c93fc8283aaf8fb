import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../platform/core.ts';
import type { BodyAbort, BodyChannel, BodyMessage, ThreadAnswer } from './thread-messages.ts';

function errorOf({ reason, refusal, shortage }: BodyAbort): Error {
  if (refusal) return new PimentoError(refusal);
  if (shortage !== undefined) return Object.assign(new Error(reason), { code: shortage });
  return new PimentoError(problem('request-aborted', { kind: 'import', reason }));
}

/**
 * Yields the chunks of a body received through a channel. A chunk is valid until the next chunk is requested. At that point, its bytes in
 * the ring are released, and the sender may overwrite them.
 * @throws PimentoError request-aborted if the sender aborted the request; the refusal of the rest of the body; an error with a system code if
 * a slow body could not be stored
 */
export async function* relayedBody({ port, ring }: BodyChannel): AsyncGenerator<Uint8Array> {
  const arrived: BodyMessage[] = [];
  let wake: (() => void) | undefined;
  port.on('message', (message: BodyMessage) => {
    arrived.push(message);
    wake?.();
  });
  for (;;) {
    const message = arrived.shift();
    if (message === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    } else if ('at' in message) {
      yield Buffer.from(ring, message.at, message.length);
      port.postMessage({ taken: message.length } satisfies ThreadAnswer);
    } else if ('abort' in message) {
      throw errorOf(message.abort);
    } else return;
  }
}
