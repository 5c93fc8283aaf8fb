import type { Notice, NoticeLanguage, NoticeSubjects } from '@pimento/contract';

/** Texts of the e-mails in one language. */
export interface MailWords {
  /** Used in place of the name of a client in e-mails about the installation. */
  installation: string;
  subject(count: number, client: string): string;
  digest(client: string): string;
  intro(client: string): string;
  more(count: number): string;
  open(url: string): string;
  settings(url: string): string;
  /** Describes a notice in one line. @param time formats a point in time */
  line(notice: Notice, time: (iso: string) => string): string;
}

type Submissions = NoticeSubjects['submission-returned'];
type Mention = NoticeSubjects['mentioned'];
type InstallationKey = NoticeSubjects['installation-key-expires'];
const isOne = (count: number) => count === 1;

/** Names of quotas. A quota without a name here is shown under its id. */
const englishQuotas: Partial<Record<string, string>> = {
  products: 'products',
  fileBytes: 'bytes of files',
  bodyBytes: 'bytes of waiting imports',
  keys: 'keys',
  events: 'unacknowledged events',
};
const germanQuotas: typeof englishQuotas = {
  products: 'Produkte',
  fileBytes: 'Bytes an Dateien',
  bodyBytes: 'Bytes an wartenden Importen',
  keys: 'Schlüssel',
  events: 'unbestätigte Ereignisse',
};

const english: MailWords = {
  installation: 'your installation',
  subject: (count, client) => `Pimento: ${isOne(count) ? '1 notice' : `${count} notices`} for ${client}`,
  digest: (client) => `Pimento: daily summary for ${client}`,
  intro: (client) => `What happened at ${client}:`,
  more: (count) => `and ${count} more`,
  open: (url) => `Open them: ${url}`,
  settings: (url) => `Change what you receive: ${url}`,
  line: (notice, time) => {
    const { kind, subject, count } = notice;
    switch (kind) {
      case 'import-failed':
        if (!isOne(count)) return `${count} imports failed or rejected products`;
        return subject.failed ? 'An import failed' : `An import rejected ${productsOf(subject.rejected)}`;
      case 'submission-returned':
        return englishReturns(subject, count);
      case 'account-disconnected':
        return `The account ${subject.accountName} on ${subject.channelName} is not connected`;
      case 'adapter-silent':
        return `The adapter of ${subject.channelName} has not called since ${time(subject.lastCall)}`;
      case 'download-failed':
        return isOne(count) ? 'A file could not be downloaded' : `${count} files could not be downloaded`;
      case 'mentioned':
        return englishMention(subject, count);
      case 'key-expires':
        return `The key ${subject.name} expires on ${time(subject.expires)}`;
      case 'quota-near':
        return `A quota is almost used up: ${subject.used} of ${subject.max} ${englishQuotas[subject.quota] ?? subject.quota}`;
      case 'installation-key-expires':
        return `${englishKey(subject)} expires on ${time(subject.expires)}`;
    }
  },
};

const productsOf = (count: number) => (isOne(count) ? '1 product' : `${count} products`);

function englishReturns({ channelName, products, operation }: Submissions, count: number): string {
  if (!isOne(count)) return `${channelName} did not accept products from ${count} submissions`;
  return `${channelName} did not accept ${productsOf(products)} from a ${operation === 'withdraw' ? 'withdrawal' : 'submission'}`;
}

function englishMention({ authorName, subjectKind, subjectId, text }: Mention, count: number): string {
  const place = subjectKind === 'product' ? `the product ${subjectId}` : 'a submission';
  return isOne(count)
    ? `${authorName} mentioned you in a comment on ${place}: ${text}`
    : `${count} comments on ${place} mention you`;
}

const englishKey = ({ name, adapterId }: InstallationKey) =>
  adapterId === null ? `The operator key ${name}` : `The key ${name} of the adapter ${adapterId}`;

const german: MailWords = {
  installation: 'Ihrer Installation',
  subject: (count, client) =>
    `Pimento: ${isOne(count) ? '1 Benachrichtigung' : `${count} Benachrichtigungen`} zu ${client}`,
  digest: (client) => `Pimento: Tagesübersicht zu ${client}`,
  intro: (client) => `Das ist bei ${client} passiert:`,
  more: (count) => `und ${count} weitere`,
  open: (url) => `Benachrichtigungen öffnen: ${url}`,
  settings: (url) => `Einstellungen ändern: ${url}`,
  line: (notice, time) => {
    const { kind, subject, count } = notice;
    switch (kind) {
      case 'import-failed':
        if (!isOne(count)) return `${count} Importe sind fehlgeschlagen oder haben Produkte abgelehnt`;
        return subject.failed
          ? 'Ein Import ist fehlgeschlagen'
          : `Ein Import hat ${germanProducts(subject.rejected)} abgelehnt`;
      case 'submission-returned':
        return germanReturns(subject, count);
      case 'account-disconnected':
        return `Das Konto ${subject.accountName} auf ${subject.channelName} ist nicht verbunden`;
      case 'adapter-silent':
        return `Der Adapter von ${subject.channelName} hat sich seit ${time(subject.lastCall)} nicht gemeldet`;
      case 'download-failed':
        return isOne(count)
          ? 'Eine Datei konnte nicht heruntergeladen werden'
          : `${count} Dateien konnten nicht heruntergeladen werden`;
      case 'mentioned':
        return germanMention(subject, count);
      case 'key-expires':
        return `Der Schlüssel ${subject.name} läuft am ${time(subject.expires)} ab`;
      case 'quota-near':
        return `Ein Kontingent ist fast ausgeschöpft: ${subject.used} von ${subject.max} ${germanQuotas[subject.quota] ?? subject.quota}`;
      case 'installation-key-expires':
        return `${germanKey(subject)} läuft am ${time(subject.expires)} ab`;
    }
  },
};

const germanProducts = (count: number) => (isOne(count) ? '1 Produkt' : `${count} Produkte`);

function germanReturns({ channelName, products, operation }: Submissions, count: number): string {
  if (!isOne(count)) return `${channelName} hat Produkte aus ${count} Einreichungen nicht angenommen`;
  const whole = operation === 'withdraw' ? 'Rücknahme' : 'Einreichung';
  return `${channelName} hat ${germanProducts(products)} einer ${whole} nicht angenommen`;
}

function germanMention({ authorName, subjectKind, subjectId, text }: Mention, count: number): string {
  const place = subjectKind === 'product' ? `zum Produkt ${subjectId}` : 'zu einer Einreichung';
  return isOne(count)
    ? `${authorName} hat Sie in einem Kommentar ${place} erwähnt: ${text}`
    : `${count} Kommentare ${place} erwähnen Sie`;
}

const germanKey = ({ name, adapterId }: InstallationKey) =>
  adapterId === null ? `Der Betreiberschlüssel ${name}` : `Der Schlüssel ${name} des Adapters ${adapterId}`;

export const mailWords: Record<NoticeLanguage, MailWords> = { en: english, de: german };
