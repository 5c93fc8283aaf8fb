import { neverPickedUp, neverReported, notAccepted } from '@pimento/contract/wire';
import type { Messages } from '../i18n/en.ts';

/** Returns the message in the user's language if the service itself wrote it. Returns the message of an adapter unchanged. */
export function adapterMessage({ channels }: Messages, message: string): string {
  if (message === neverPickedUp) return channels.neverPickedUp;
  if (message === notAccepted) return channels.notAccepted;
  return message === neverReported ? channels.neverReported : message;
}
