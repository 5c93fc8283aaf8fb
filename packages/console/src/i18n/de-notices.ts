import type { NoticeTexts } from './en-notices.ts';

const products = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkte`);
const ofProducts = (count: string) => (count === '1' ? 'eines Produkts' : `von ${count} Produkten`);

/** German texts about notices. */
export const deNotices: NoticeTexts = {
  title: 'Benachrichtigungen',
  subtitle: 'Fehler und Fristen, um die Sie sich kümmern sollten',
  shown: 'Welche Benachrichtigungen angezeigt werden',
  all: 'Alle',
  unread: 'Ungelesen',
  settings: 'Einstellungen',
  markAll: 'Alle als gelesen markieren',
  mark: (text) => `Als gelesen markieren: ${text}`,
  markRead: 'Als gelesen markieren',
  isUnread: 'ungelesen',
  since: (ago) => `zuerst ${ago}`,
  none: 'Noch keine Benachrichtigungen',
  noneText:
    'Wenn ein Import fehlschlägt, ein Kanal Produkte zurückgibt oder ein Schlüssel bald abläuft, sehen Sie das hier.',
  noneUnread: 'Keine ungelesenen Benachrichtigungen',
  noneUnreadText: 'Sie haben alles gelesen.',
  texts: {
    importFailed: 'Ein Import ist fehlgeschlagen',
    importRejected: (count) => `Ein Import hat ${products(count)} abgelehnt`,
    imports: (count) => `${count} Importe sind fehlgeschlagen oder haben Produkte abgelehnt`,
    returned: (channel, count) => `${channel} hat ${products(count)} einer Einreichung nicht angenommen`,
    notWithdrawn: (channel, count) => `${channel} hat die Rücknahme ${ofProducts(count)} nicht angenommen`,
    submissions: (channel, count) => `${channel} hat Produkte aus ${count} Einreichungen nicht angenommen`,
    account: (account, channel) => `Das Konto ${account} auf ${channel} ist nicht verbunden`,
    silent: (channel, ago) => `Der Adapter von ${channel} hat sich zuletzt ${ago} gemeldet`,
    download: 'Eine Datei konnte nicht heruntergeladen werden',
    downloads: (count) => `${count} Dateien konnten nicht heruntergeladen werden`,
    key: (name, ago) => `Der API-Schlüssel ${name} läuft ${ago} ab`,
    quota: (used, max, quota) => `Ein Kontingent ist fast ausgeschöpft: ${used} von ${max} ${quota}`,
  },
  quotas: {
    products: 'Produkten',
    fileBytes: 'an Dateien',
    bodyBytes: 'an wartenden Importen',
    keys: 'Schlüsseln',
    events: 'unbestätigten Ereignissen',
  },
  kinds: {
    'import-failed': 'Ein Import schlägt fehl oder lehnt Produkte ab',
    'submission-returned': 'Ein Kanal gibt Produkte zurück oder lehnt sie ab',
    'account-disconnected': 'Ein Konto ist nicht mehr verbunden',
    'adapter-silent': 'Ein Adapter meldet sich nicht',
    'download-failed': 'Eine Datei kann nicht heruntergeladen werden',
    'key-expires': 'Ein API-Schlüssel läuft in 7 Tagen ab',
    'quota-near': 'Ein Kontingent ist zu 90 % ausgeschöpft',
  },
  ways: {
    off: 'Aus',
    inbox: 'In der Konsole',
    mail: 'Auch per E-Mail',
    digest: 'Auch in einer täglichen E-Mail',
  },
  settingsText: (client, email) =>
    `Wie Sie über Ereignisse bei ${client} benachrichtigt werden. E-Mails gehen an ${email}, höchstens eine pro Stunde. Andere Mitglieder sind nicht betroffen.`,
  noMail: 'E-Mails sind nicht verfügbar',
  noMailText: 'Der Betreiber hat keinen Mailserver eingerichtet. Benachrichtigungen erscheinen in der Konsole.',
  mailProblem: 'Die letzte E-Mail wurde nicht zugestellt',
  mailProblems: {
    rejected: 'Der Mailserver nimmt Ihre Adresse nicht an. Bitten Sie den Betreiber, sie zu berichtigen.',
    unreachable: 'Der Mailserver war nicht erreichbar. Die E-Mail wird so bald wie möglich gesendet.',
  },
  silentMinutes: 'Minuten ohne Meldung eines Adapters',
  emails: 'E-Mails',
  language: 'Sprache',
  languages: { en: 'English', de: 'Deutsch' },
  timeZone: 'Zeitzone',
  digestHour: 'Uhrzeit der täglichen E-Mail',
  saved: 'Einstellungen gespeichert',
};
