import { neverPickedUp, neverReported } from '@pimento/contract/wire';
import type { Messages } from '../i18n/en.ts';

/** Returns a message as it was reported by an adapter; messages of the service itself in the chosen language. */
export function adapterMessage({ channels }: Messages, message: string): string {
  if (message === neverPickedUp) return channels.neverPickedUp;
  return message === neverReported ? channels.neverReported : message;
}
