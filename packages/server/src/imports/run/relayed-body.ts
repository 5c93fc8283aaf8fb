import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../platform/core.ts';
import type { BodyChannel, BodyMessage, ThreadAnswer } from './thread-messages.ts';

/**
 * Yields the chunks of a body received through a channel. A chunk is valid until the next chunk is requested. At that point, its bytes in
 * the ring are released, and the sender may overwrite them.
 * @throws PimentoError request-aborted if the main thread could not receive the whole body, for example because the sender disconnected
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
      throw new PimentoError(problem('request-aborted', { kind: 'import', reason: message.abort }));
    } else return;
  }
}
