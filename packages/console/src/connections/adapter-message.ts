import { neverPickedUp, neverReported } from '@pimento/contract/wire';
import type { Messages } from '../i18n/en.ts';

/** Returns the message of an adapter unchanged. Translates messages that the service itself has written. */
export function adapterMessage({ channels }: Messages, message: string): string {
  if (message === neverPickedUp) return channels.neverPickedUp;
  return message === neverReported ? channels.neverReported : message;
}
