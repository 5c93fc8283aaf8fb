import type { StateCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { number, products, quoted } from './de-texts.ts';

const quotaNames = {
  products: 'Produkte',
  fileBytes: 'Bytes an Dateien',
  bodyBytes: 'Bytes an wartenden Importen',
  keys: 'Schlüssel',
  events: 'unbestätigte Ereignisse',
};

/** German sentences about states that prevent a request, and about problems of the service. */
export const deState: Pick<ProblemSentences, StateCode> = {
  'malformed-request': () => 'Die Anfrage ist kein gültiges HTTP/1.1.',
  'request-timeout': {
    headers: () => 'Die Header der Anfrage sind nicht rechtzeitig angekommen.',
    body: ({ seconds }) => `Der Inhalt der Anfrage kam nicht innerhalb von ${number(seconds)} Sekunden an.`,
    'slow-body': ({ bytes, seconds }) =>
      `Der Inhalt der Anfrage kam zu langsam an: Nötig sind mindestens ${number(bytes)} Bytes pro Sekunde, gemittelt über ${number(seconds)} Sekunden.`,
  },
  'headers-too-large': () => 'Die Header einer Anfrage dürfen mit der Adresse zusammen höchstens 64 kB groß sein.',
  'method-not-allowed': ({ path, method, allowed }) => `${path} nimmt ${allowed.join(', ')} an, nicht ${method}.`,
  'already-exists': {
    client: ({ clientId }) => `Den Mandanten ${clientId} gibt es schon.`,
    member: ({ email, clientId }) => `${email} gehört ${clientId} schon an; ändern Sie stattdessen die Rolle.`,
    person: ({ email }) => `${email} hat hier schon ein Konto.`,
    adapter: ({ adapterId }) => `Den Adapter ${adapterId} gibt es schon.`,
    channel: ({ channelId }) => `Den Kanal ${channelId} gibt es schon.`,
    asset: ({ assetId }) => `Das Asset ${quoted(assetId)} gibt es schon.`,
    provider: ({ providerId }) => `Den Identitätsanbieter ${providerId} gibt es schon.`,
    'provider-domain': ({ domain }) => `Für ${domain} ist schon ein anderer Identitätsanbieter zuständig.`,
  },
  'provider-unusable': {
    address: ({ provider, issuer }) =>
      `${provider} hat die Adresse ${issuer}; sie ist nicht erlaubt. Verwenden Sie HTTPS und eine öffentliche Adresse, oder lassen Sie die private vom Betreiber mit PIMENTO_ISSUER_ALLOW erlauben.`,
    unreachable: ({ provider, issuer }) =>
      `${provider} ist unter ${issuer} nicht erreichbar. Versuchen Sie es später noch einmal.`,
    answer: ({ provider, issuer }) =>
      `${issuer} antwortet nicht wie ein OpenID-Connect-Anbieter dieses Namens. Prüfen Sie den Aussteller von ${provider}.`,
    secret: ({ provider }) =>
      `Der geheime Schlüssel von ${provider} wurde mit einem anderen Hauptschlüssel gespeichert. Ein Betreiber muss ihn neu eingeben.`,
  },
  'attribute-in-use': ({ attribute, count }) =>
    `${products(count)} ${count === 1 ? 'hat' : 'haben'} einen Wert von ${quoted(attribute)}.`,
  'asset-in-use': ({ count }) => `${products(count)} ${count === 1 ? 'verweist' : 'verweisen'} auf dieses Asset.`,
  'idempotency-in-progress': ({ jobRef }) => `Die erste Anfrage wird noch bearbeitet, als Import ${jobRef}.`,
  'idempotency-key-reused': () =>
    'Dieser Idempotency-Key wurde schon für eine Anfrage mit anderen Parametern oder anderem Inhalt verwendet.',
  'count-differs': {
    deletion: ({ count, expected }) =>
      `Nichts wurde gelöscht: Der Filter trifft jetzt auf ${number(count)} Produkte zu; gezählt wurden ${number(expected)}.`,
    'bulk-edit': ({ count, expected }) =>
      `Nichts wurde geändert: Der Filter trifft jetzt auf ${number(count)} Produkte zu; gezählt wurden ${number(expected)}.`,
    submission: ({ count, expected }) =>
      `Nichts wurde eingereicht: Der Filter trifft jetzt auf ${number(count)} Produkte zu; gezählt wurden ${number(expected)}.`,
    marking: ({ count, expected }) =>
      `Kein Produkt wurde markiert: Der Filter trifft jetzt auf ${number(count)} Produkte zu; gezählt wurden ${number(expected)}.`,
  },
  'not-possible-now': {
    'standard-version': ({ version }) =>
      `Version ${number(version)} kann nicht zurückgezogen werden: Das ist nur bei der aktuellen Version möglich, wenn es eine frühere mit anderem Inhalt gibt.`,
    'definition-change-running': () =>
      'Die gespeicherten Werte werden noch geprüft; bisher hat sich nichts geändert. Die Änderung läuft im Hintergrund weiter: Fragen Sie ihren Stand ab oder senden Sie dieselben Definitionen später noch einmal.',
    'definition-change-cancelled': () => 'Die Änderung der Attribute wurde abgebrochen; nichts hat sich geändert.',
    'definition-change-state': ({ status }) =>
      `Die Änderung der Attribute hat den Status ${status}; abbrechen lässt sie sich nur im Status Checking.`,
    'definitions-locked': () =>
      'Die Definitionen sind durch einen Import oder eine andere Änderung gesperrt. Versuchen Sie es danach noch einmal.',
    'account-state': ({ account, state }) => `Das Konto ${quoted(account)} ist nicht verbunden, sondern ${state}.`,
    'no-account': () => 'Auf diesem Kanal ist kein Konto verbunden.',
    'invalid-not-allowed': ({ channelId }) =>
      `Der Kanal ${quoted(channelId)} nimmt keine Produkte an, die seinen Datenstandard nicht erfüllen.`,
    'submission-fetched': () =>
      'Der Adapter hat diese Einreichung schon abgerufen; sie kann nicht mehr zurückgezogen werden.',
    'submission-expired': () =>
      'Diese Einreichung ist schon so lange abgeschlossen, dass ihre Produkte nicht mehr gespeichert sind.',
    'no-channel-shape': () =>
      'Diese Einreichung gibt es nicht im Format des Kanals, weil bei ihrer Erstellung kein Mapping veröffentlicht war. Fordern Sie das Importformat an.',
    'asset-uploaded': () =>
      'Dieses Asset hat keine Adresse, von der es heruntergeladen werden könnte; laden Sie die Datei noch einmal hoch.',
    'asset-downloading': () => 'Dieses Asset wird gerade heruntergeladen.',
    'asset-empty': ({ status }) => `Dieses Asset hat noch keinen Inhalt: Sein Status ist ${status}.`,
    composite: () => 'Eine Gruppe besteht aus Zeilen; wandeln Sie eines der Attribute darin um.',
    'adapter-in-use': () => 'Der Adapter bedient noch Kanäle; löschen Sie zuerst diese.',
    'channel-in-use': () => 'Mit dem Kanal sind noch Mandanten verbunden; sie müssen ihn zuerst trennen.',
    'key-ended': ({ keyId }) =>
      `Der Schlüssel ${keyId} ist widerrufen oder abgelaufen; erstellen Sie stattdessen einen neuen.`,
    'last-owner': () => 'Das ist der letzte Eigentümer; machen Sie zuerst ein anderes Mitglied zum Eigentümer.',
    'last-operator': () =>
      'Das ist der letzte Betreiber, der sich anmelden kann; machen Sie zuerst eine andere Person zum Betreiber.',
    'known-person': () =>
      'Für diese E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich damit an und nehmen Sie dann an.',
    'person-elsewhere': () =>
      'Für dieses Mitglied können Sie keinen Passwort-Link erstellen. Ein Betreiber der Installation kann es.',
    'person-disabled': () => 'Diese Person ist gesperrt; entsperren Sie sie zuerst.',
    'no-mail': () =>
      'Dieser Dienst verschickt keine E-Mails. Bitten Sie einen Eigentümer oder Betreiber um einen Link.',
    'second-factor-on': () => 'Ihr zweiter Faktor ist schon eingeschaltet. Schalten Sie ihn zuerst aus.',
    'second-factor-off': () => 'Ihr zweiter Faktor ist nicht eingeschaltet.',
    'too-many-passkeys': ({ max }) => `Sie haben schon ${max} Passkeys; löschen Sie zuerst einen.`,
    'too-many-invitations': ({ max }) =>
      `Es sind schon ${number(max)} Einladungen offen; ziehen Sie zuerst einige zurück.`,
    'product-exists': ({ productId }) => `Das Produkt ${quoted(productId)} ist vorhanden.`,
    'not-defined': ({ attributes }) =>
      `Nichts wurde wiederhergestellt: Nicht mehr definiert: ${attributes.map(quoted).join(', ')}. Definieren Sie diese Attribute zuerst wieder.`,
    'too-many-comments': ({ max }) =>
      `Es gibt schon ${max} Kommentare, mehr sind nicht möglich. Löschen Sie erst einige.`,
    'too-many-views': ({ max }) => `Es gibt schon ${max} Ansichten, mehr sind nicht möglich. Löschen Sie erst einige.`,
    'order-being-built': ({ field, percent }) =>
      `Der Index für ${quoted(field)} wird gerade zum ersten Mal aufgebaut: ${percent} %. Versuchen Sie es in einigen Sekunden erneut.`,
    'too-many-orders': ({ max }) =>
      `Es sind schon ${max} Felder zum Sortieren und Filtern indiziert, mehr sind nicht möglich. Verwenden Sie eines davon, oder versuchen Sie es in zehn Minuten erneut.`,
    'too-many-mappings': ({ max }) =>
      `Ein Mandant hat höchstens ${number(max)} Mappings für Dateien. Löschen Sie zuerst einige.`,
    'too-many-sources': ({ max }) =>
      `Ein Mandant hat höchstens ${number(max)} Dateiquellen. Löschen Sie zuerst einige.`,
    'mapping-in-use': ({ name, sources }) =>
      `Das Mapping ${quoted(name)} wird von diesen Dateiquellen verwendet: ${sources.map(quoted).join(', ')}. Ändern oder löschen Sie diese zuerst.`,
    'mapping-exists': ({ name }) => `Das Mapping ${quoted(name)} gibt es schon. Wählen Sie einen anderen Namen.`,
    'import-ended': () => 'Der Import ist schon beendet.',
    'import-not-cancellable': () =>
      'Dieser Import lässt sich gerade nicht abbrechen: Ein Import in einer Transaktion speichert seine Produkte, oder die Daten des Imports kommen noch an.',
    'too-many-files': ({ max }) =>
      `Von einem Mandanten werden höchstens ${number(max)} hochgeladene Dateien aufbewahrt. Löschen Sie zuerst einige.`,
    'file-in-use': () => 'Die Datei wird gerade importiert. Warten Sie, bis der Import beendet ist.',
    'import-running': () => 'Der Import läuft noch. Warten Sie, bis er beendet ist.',
    'bulk-edit-running': () =>
      'Die Sammeländerung läuft noch. Warten Sie, bis sie beendet ist, oder brechen Sie sie ab.',
    'deletion-running': () => 'Die Löschung läuft noch. Warten Sie, bis sie beendet ist.',
    'restored-by-undo': () =>
      'Eine Wiederherstellung gelöschter Produkte lässt sich nicht rückgängig machen. Löschen Sie die Produkte stattdessen erneut.',
    'nothing-to-undo': () => 'Kein Produkt wurde geändert, daher gibt es nichts rückgängig zu machen.',
    undone: ({ editId }) => `Dies wurde schon durch ${editId} rückgängig gemacht.`,
    'created-deleted': ({ deletionId }) =>
      `Die Löschung ${deletionId} hat die Produkte, die der Import angelegt hat, schon gelöscht.`,
    'only-created': () =>
      'Der Import hat nur Produkte angelegt. Um sie zu löschen, wählen Sie, dass auch die neu angelegten Produkte gelöscht werden.',
    'undo-too-late': ({ days }) =>
      `Eine Sammeländerung lässt sich bis ${number(days)} Tage nach ihrem Ende rückgängig machen.`,
    'no-error-file': () =>
      'Es gibt keine Fehlerdatei: Nur Importe hochgeladener Tabellen mit abgelehnten Zeilen haben eine.',
  },
  'range-not-satisfiable': ({ bytes }) =>
    `Die Datei hat ${number(bytes)} Bytes; der verlangte Bereich liegt außerhalb.`,
  'invalid-definitions': ({ count }) =>
    `Nichts wurde gespeichert: In den Definitionen ${count === 1 ? 'gibt es 1 Problem' : `gibt es ${number(count)} Probleme`}.`,
  'invalid-values': {
    account: ({ problems }, say) =>
      `Die Angaben zum Konto entsprechen nicht dem, was der Kanal verlangt: ${problems.map(say).join(' ')}`,
    report: ({ count }) =>
      `Nichts wurde gespeichert: ${count === 1 ? 'Der Eintrag wurde' : `Alle ${number(count)} Einträge wurden`} abgelehnt.`,
    overrides: ({ count }) =>
      `Nichts wurde gespeichert: Der Datenstandard kennt ${count === 1 ? 'einen Namen' : `${number(count)} Namen`} der Anfrage nicht.`,
  },
  'quota-exceeded': ({ quota, max, used }) =>
    `Dieser Mandant darf ${number(max)} ${quotaNames[quota]} speichern und hat ${number(used)}. Löschen Sie, was nicht mehr benötigt wird, oder bitten Sie den Betreiber um mehr.`,
  'query-too-slow': ({ seconds }) =>
    `Die Suche wurde nach ${number(seconds)} Sekunden beendet. Verwenden Sie weniger oder engere Bedingungen.`,
  'too-many-requests': {
    exports: ({ max }) => `Es laufen schon ${number(max)} Exporte. Versuchen Sie es in Kürze noch einmal.`,
    'bulk-edits': ({ max }) =>
      `Es laufen schon ${number(max)} Sammeländerungen dieses Mandanten. Versuchen Sie es noch einmal, wenn eine beendet ist.`,
    imports: ({ max }) =>
      `Es warten schon ${number(max)} Importe dieses Mandanten. Versuchen Sie es noch einmal, wenn sie beendet sind.`,
    'sign-ins': () =>
      'Zu viele Anmeldungen sind fehlgeschlagen. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
    codes: () => 'Zu viele falsche Codes. Warten Sie eine Viertelstunde und versuchen Sie es dann noch einmal.',
    mails: ({ max }) =>
      `An diese Adresse wurden innerhalb eines Tages schon ${number(max)} E-Mails gesendet. Versuchen Sie es morgen wieder.`,
    passwords: () => 'Gerade melden sich zu viele Personen an. Versuchen Sie es in Kürze noch einmal.',
    credentials: () =>
      'Von dieser Adresse kamen zu viele Anfragen mit falschem Schlüssel. Warten Sie so lange, wie Retry-After angibt.',
    waiting: () =>
      'Es warten zu viele Anfragen. Senden Sie weniger gleichzeitig und versuchen Sie es in Kürze noch einmal.',
    key: () => 'Zu viele Anfragen mit diesem Schlüssel. Warten Sie so lange, wie Retry-After angibt.',
  },
  'internal-error': {
    request: ({ requestId }) =>
      `Im Dienst ist ein Fehler aufgetreten. Geben Sie Ihrem Betreiber diese Nummer: ${requestId}`,
    import: () => 'Der Import wurde durch einen Fehler im Dienst beendet.',
    export: () => 'Der Export wurde durch einen Fehler im Dienst beendet. Versuchen Sie es noch einmal.',
    'automatic-submit': () => 'Der Lauf ist durch einen Fehler im Dienst gescheitert und wird wiederholt.',
  },
  unavailable: {
    starting: () => 'Der erste Start ist noch nicht abgeschlossen.',
    migrations: ({ missing }) => `Es fehlen Migrationen: ${missing.join(', ')}.`,
    database: () => 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es in Kürze noch einmal.',
    connections: () =>
      'Die Datenbank nimmt gerade keine weiteren Verbindungen an. Versuchen Sie es in Kürze noch einmal.',
    locked: () =>
      'Ein anderer Vorgang sperrt gerade Daten, die diese Anfrage braucht. Versuchen Sie es in Kürze noch einmal.',
    store: () => 'Der Dateispeicher ist gerade nicht erreichbar. Versuchen Sie es in Kürze noch einmal.',
    import: () => 'Die Datenbank war während des Imports nicht erreichbar. Senden Sie die Datei noch einmal.',
    'file-lost': () => 'Die Datei ging beim Speichern verloren. Senden Sie sie noch einmal.',
    'shutting-down': () => 'Der Dienst wird gerade beendet.',
  },
  'storage-full': {
    database: () =>
      'Der Speicher der Datenbank ist voll. Es wurde nichts gespeichert; versuchen Sie es noch einmal, sobald wieder Platz ist.',
    files: () =>
      'Der Dateispeicher ist voll. Es wurde nichts gespeichert; versuchen Sie es noch einmal, sobald wieder Platz ist.',
    import: () =>
      'Der Speicher der Datenbank wurde während des Imports voll. Was bis dahin verarbeitet wurde, ist gespeichert; senden Sie die Datei noch einmal, sobald wieder Platz ist.',
  },
  interrupted: () =>
    'Der Dienst wurde während des Imports beendet. Was bis dahin verarbeitet wurde, ist gespeichert; senden Sie die Datei noch einmal, um den Rest zu importieren.',
  cancelled: () => 'Der Vorgang wurde abgebrochen. Was vorher geändert wurde, bleibt geändert.',
  required: ({ field }) => `${field} wird benötigt.`,
  pattern: ({ field, pattern, explanation }) =>
    `${field} passt nicht zum Muster ${pattern}${explanation === null ? '' : ` (${explanation})`}.`,
  'unknown-field': ({ field }) => `Der Kanal hat kein Feld ${quoted(field)}.`,
};
