import { linkHours } from '@pimento/contract';
import type { Mail } from './mail-types.ts';

/** Replaces line breaks and other invisible characters with spaces, so that a name cannot add lines to an e-mail. */
export const plainText = (text: string) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export function invitationMail(to: string, clientName: string, link: string): Mail {
  const client = plainText(clientName);
  return {
    to,
    subject: `Pimento: invitation to ${client} / Einladung zu ${client}`,
    text: [
      `You are invited to work on the product catalogue of ${client}. Open this address within ${linkHours} hours:`,
      `Sie sind eingeladen, am Produktkatalog von ${client} zu arbeiten. Öffnen Sie diese Adresse innerhalb von ${linkHours} Stunden:`,
      link,
      'If you did not expect this, ignore it. / Wenn Sie das nicht erwartet haben, ignorieren Sie es.',
      '',
    ].join('\n\n'),
  };
}

export function passwordMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Pimento: set a new password / Neues Passwort festlegen',
    text: [
      `Set a new password at this address within ${linkHours} hours:`,
      `Legen Sie unter dieser Adresse innerhalb von ${linkHours} Stunden ein neues Passwort fest:`,
      link,
      'If you did not ask for this, ignore it: your password stays as it is. / Wenn Sie das nicht angefordert haben, ignorieren Sie es: Ihr Passwort bleibt gültig.',
      '',
    ].join('\n\n'),
  };
}
