import type { RejectionTexts } from './en-rejection.ts';

export const deRejection: RejectionTexts = {
  titles: {
    Rejected: (channel) => `Abgelehnt von ${channel}`,
    Returned: (channel) => `Zurückgegeben von ${channel}`,
  },
  toFix: (count) => (count === 1 ? '1 Korrektur nötig' : `${count} Korrekturen nötig`),
  changed: 'Seitdem geändert, noch nicht eingereicht',
  next: (count) => `Nächstes Produkt (${count})`,
  submit: (count, text) => `${count === 1 ? '1 Produkt' : `${text} Produkte`} erneut einreichen`,
};
