import type { WorkTexts } from './en-work.ts';

const products = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkte`);
const are = (count: string) => (count === '1' ? 'ist' : 'sind');

export const deWork: WorkTexts = {
  title: 'Zu erledigen',
  none: 'Nichts zu erledigen',
  noneText: 'Hier erscheinen fehlgeschlagene Importe, abgelehnte Produkte und getrennte Konten.',
  orMore: (count) => `${count} oder mehr`,
  accounts: (account, channel) => `Das Konto ${account} auf ${channel} ist nicht verbunden`,
  manyAccounts: (count, channel) => `${count} Konten auf ${channel} sind nicht verbunden`,
  imports: (count) => (count === '1' ? '1 Import mit Fehlern' : `${count} Importe mit Fehlern`),
  importsText: 'In den letzten 7 Tagen fehlgeschlagen oder mit abgelehnten Produkten',
  rejected: (count, channel) => `${channel} hat ${products(count)} abgelehnt`,
  returned: (count, channel) => `${channel} hat ${products(count)} zurückgegeben`,
  returnedText: 'Korrigieren Sie sie und reichen Sie sie erneut ein',
  notReady: (count, channel) => `${products(count)} ${are(count)} für ${channel} nicht bereit`,
  more: (count) => `${count} mehr als zuvor`,
  fewer: (count) => `${count} weniger als zuvor`,
  same: 'So viele wie zuvor',
  notReadyText: 'Der Datenstandard ist noch nicht erfüllt',
  downloads: (count) =>
    count === '1'
      ? '1 Datei konnte nicht heruntergeladen werden'
      : `${count} Dateien konnten nicht heruntergeladen werden`,
  downloadsText: 'Korrigieren Sie die Adressen oder versuchen Sie es erneut',
  notices: (count) => (count === '1' ? '1 ungelesener Hinweis' : `${count} ungelesene Hinweise`),
  noticesText: 'In Ihrem Posteingang',
  trend: (days, highest, day) => `Letzte ${days} Tage: Höchstwert ${highest} am ${day}`,
  noTrend: (days) => `Letzte ${days} Tage: keine`,
  unknownTrend: 'Noch keine Werte',
};
