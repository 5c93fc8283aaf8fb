import type { UnknownCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { quoted } from './de-texts.ts';

const cursors = {
  next: 'muss der Wert sein, mit dem die vorige Seite endet',
  jobRef: 'muss die jobRef eines Imports sein',
  submissionId: 'muss die ID einer Einreichung sein',
  commentId: 'muss die ID eines Kommentars sein',
  eventId: 'ist keine ID eines Ereignisses, das dieser Adapter erhalten hat',
  connection:
    'ist kein Wert `next` dieser Verbindung, die vielleicht beendet und neu begonnen wurde: Fragen Sie ohne diese Angabe',
};

/** German sentences about objects that do not exist. */
export const deUnknown: Pick<ProblemSentences, UnknownCode> = {
  'unknown-cursor': ({ parameter, expected }) => `${parameter} ${cursors[expected]}.`,
  'cursor-expired': ({ parameter }) =>
    `Die Änderungen nach dieser Stelle werden nicht mehr aufbewahrt: Sie ist älter als 30 Tage, oder die Datenbank wurde wiederhergestellt. Beginnen Sie ohne ${parameter} neu: Die Antwort listet zuerst alle Produkte. Löschen Sie bei sich die Produkte, die nicht mehr dabei sind.`,
  'not-found': {
    address: ({ method, path }) => `Unter ${method} ${path} gibt es nichts.`,
    'archive-gone': () => 'Dieses Archiv wird nicht mehr aufbewahrt; erstellen Sie ein neues.',
    'files-gone': () =>
      'Diese Einreichung wurde zurückgezogen, der Mandant hat den Kanal verlassen, oder sie ist so lange beendet, dass ihre Dateien nicht mehr aufbewahrt werden.',
    withdrawals: ({ channelId }) => `Der Kanal ${channelId} unterstützt keine Rücknahme von Produkten.`,
    thumbnail: () => 'Von diesem Asset gibt es kein Vorschaubild.',
    content: () => 'Die Datei dieses Assets fehlt im Speicher; laden Sie sie erneut hoch.',
    encoding: () => 'Die Adresse enthält eine ungültige Prozentkodierung.',
    'too-long': () => 'Ein Teil der Adresse ist zu lang.',
  },
  'unknown-feed': ({ feedId }) => `Den Feed ${feedId} gibt es nicht; der einzige heißt master.`,
  'unknown-comment': ({ commentId }) =>
    `Den Kommentar ${quoted(commentId)} gibt es nicht; vielleicht wurde er gelöscht.`,
  'unknown-view': ({ viewId }) => `Eine Ansicht ${quoted(viewId)}, die Sie sehen können, gibt es nicht.`,
  'unknown-product': {
    catalog: ({ productId }) => `Das Produkt ${quoted(productId)} gibt es nicht.`,
    channel: ({ productId }) => `Auf diesem Kanal gibt es kein Produkt ${quoted(productId)}.`,
    submission: ({ productId }) => `Die Einreichung enthält kein Produkt ${quoted(productId)}.`,
  },
  'unknown-attribute': ({ attribute }) => `Das Attribut ${quoted(attribute)} gibt es nicht.`,
  'unknown-job': {
    import: ({ jobRef }) => `Den Import ${jobRef} gibt es nicht.`,
    deletion: ({ deletionId }) => `Den Löschvorgang ${quoted(deletionId)} gibt es nicht.`,
    'bulk-edit': ({ editId }) => `Die Sammeländerung ${quoted(editId)} gibt es nicht.`,
    'mapping-trial': ({ trialId }) =>
      `Den Probelauf ${quoted(trialId)} dieses Mappings gibt es nicht, oder ein späterer hat ihn ersetzt.`,
    'definition-change': ({ changeId }) => `Die Änderung von Attributen ${quoted(changeId)} gibt es nicht.`,
  },
  'unknown-client': {
    missing: ({ clientId }) => `Den Mandanten ${quoted(clientId)} gibt es nicht.`,
    'not-deleted': ({ clientId }) => `Der Mandant ${quoted(clientId)} wurde nicht gelöscht.`,
    'not-a-member': ({ clientId }) => `Sie gehören keinem Mandanten ${quoted(clientId)} an.`,
  },
  'unknown-person': ({ personId, clientId }) =>
    `Eine Person mit der ID ${personId} gehört ${clientId === null ? 'diesem Mandanten' : `dem Mandanten ${quoted(clientId)}`} nicht an.`,
  'unknown-link': {
    used: () =>
      'Dieser Link wurde schon verwendet, ersetzt oder zurückgezogen, oder er ist älter als 24 Stunden. Fordern Sie einen neuen an.',
    cancelled: () => 'Diese Einladung gibt es nicht; vielleicht wurde sie inzwischen angenommen oder zurückgezogen.',
  },
  'unknown-passkey': ({ passkeyId }) => `Sie haben keinen Passkey ${quoted(passkeyId)}.`,
  'unknown-provider': ({ providerId }) => `Den Identitätsanbieter ${quoted(providerId)} gibt es nicht.`,
  'no-provider': ({ domain }) =>
    `Für E-Mail-Adressen von ${quoted(domain)} ist kein Identitätsanbieter eingerichtet. Melden Sie sich mit Ihrem Passwort an.`,
  'unknown-key': ({ keyId }) => `Den Schlüssel ${keyId} gibt es nicht.`,
  'unknown-asset': {
    missing: ({ assetId }) => `Das Asset ${quoted(assetId)} gibt es nicht.`,
    'not-referenced': ({ assetId }) =>
      `Kein Produkt verweist auf ein Asset ${quoted(assetId)}. Importieren Sie zuerst das Produkt, das es nennt.`,
  },
  'unknown-adapter': ({ adapterId }) => `Den Adapter ${quoted(adapterId)} gibt es nicht.`,
  'unknown-channel': ({ channelId }) => `Den Kanal ${quoted(channelId)} gibt es nicht.`,
  'unknown-account': ({ accountId }) => `Auf diesem Kanal gibt es kein Konto ${quoted(accountId)}.`,
  'unknown-connection': ({ channelId }) => `Sie sind mit dem Kanal ${quoted(channelId)} nicht verbunden.`,
  'unknown-event': {
    stream: () => 'Dieses Ereignis gibt es im Ereignisstrom des Adapters nicht.',
    account: ({ eventId }) => `Zu diesem Konto gibt es kein AUTHENTICATION_EVENT ${quoted(eventId)}.`,
  },
  'unknown-submission': ({ submissionId }) => `Die Einreichung ${quoted(submissionId)} gibt es nicht.`,
};
