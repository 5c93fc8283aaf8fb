import { decodedText } from '../ui/address/decoded-text.ts';

/** Returns the secret of the link in the address bar. It is the part after `#`, which browsers never send. */
export const linkSecret = (): string => decodedText(location.hash.slice(1));
