import { neverPickedUp, neverReported, notAccepted } from '@pimento/contract/wire';
import type { Language } from '../i18n/language.tsx';

/** Message that the service itself wrote → text. The texts are here, so that only screens with messages of adapters load them. */
const texts: Record<Language, ReadonlyMap<string, string>> = {
  en: new Map([
    [neverPickedUp, 'The adapter of the channel never picked this up. Contact your operator, then try again.'],
    [neverReported, 'The adapter of the channel picked this up but never reported a result. Contact your operator.'],
  ]),
  de: new Map([
    [
      neverPickedUp,
      'Der Adapter des Kanals hat dies nie abgerufen. Wenden Sie sich an Ihren Betreiber und versuchen Sie es dann erneut.',
    ],
    [
      neverReported,
      'Der Adapter des Kanals hat dies abgerufen, aber nie ein Ergebnis gemeldet. Wenden Sie sich an Ihren Betreiber.',
    ],
    [notAccepted, 'Der Kanal hat diesen Wert nicht angenommen.'],
  ]),
};

/** Returns the message in the user's language if the service itself wrote it. Returns the message of an adapter unchanged. */
export const adapterMessage = (language: Language, message: string): string => texts[language].get(message) ?? message;
