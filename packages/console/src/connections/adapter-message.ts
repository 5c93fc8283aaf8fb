import { neverPickedUp, neverReported } from '@pimento/contract/wire';
import type { Messages } from '../i18n/en.ts';

/** Returns an adapter's message unchanged; translates messages of the service itself. */
export function adapterMessage({ channels }: Messages, message: string): string {
  if (message === neverPickedUp) return channels.neverPickedUp;
  return message === neverReported ? channels.neverReported : message;
}
