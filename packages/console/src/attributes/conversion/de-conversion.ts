import type { ConversionTexts } from './en-conversion.ts';

/** German texts of the conversion between texts and assets. */
export const deConversion: ConversionTexts = {
  open: (name) => `${name} umwandeln`,
  title: (name) => `${name} in Asset umwandeln`,
  backTitle: (name) => `${name} ist ein Asset-Attribut`,
  text: 'Importe behandeln seine Werte dann als Assets. Vorhandene Werte werden im Hintergrund verarbeitet.',
  reading: 'Die vorhandenen Werte werden gelesen …',
  noValues: 'Noch hat kein Produkt einen Wert; es wird jetzt nichts heruntergeladen.',
  urls: 'Adressen',
  urlsText: (distinct, waiting) =>
    waiting !== undefined
      ? `${distinct} verschiedene: ${waiting} werden heruntergeladen, die anderen sind bereits vorhanden`
      : distinct === '1'
        ? 'Alle gleich: ein Download'
        : `${distinct} verschiedene, jede wird einmal heruntergeladen`,
  ids: 'Asset-IDs',
  idsText: (distinct, waiting) =>
    waiting !== undefined
      ? `${distinct} verschiedene: ${waiting} sind hochzuladen, die anderen sind bereits vorhanden`
      : distinct === '1'
        ? 'Alle gleich: eine Datei ist hochzuladen'
        : `${distinct} verschiedene, jede wartet auf einen Upload`,
  doubtful: {
    lists: {
      label: 'Listen in einem Text',
      text: 'Mehrere Adressen oder Dateinamen in einem Text. Zu solchen Texten gibt es keine Datei: Teilen Sie die Listen zuerst auf.',
    },
    brokenUrls: {
      label: 'Unvollständige URLs',
      text: 'Ohne „https://“ oder mit beschädigtem Anfang. Sie werden nicht heruntergeladen, sondern warten wie Asset-IDs auf einen Upload.',
    },
    paths: {
      label: 'Pfade',
      text: 'Dateien auf einer Festplatte oder einem Server. Sie warten unter genau diesen Texten auf einen Upload.',
    },
    placeholders: {
      label: 'Platzhalter',
      text: 'Stehen vermutlich für „keine Datei“. Sie würden wie Asset-IDs auf einen Upload warten: Leeren Sie diese Werte zuerst.',
    },
    others: {
      label: 'Andere Texte',
      text: 'Sätze, mehrzeilige Texte, andere Schemata: vermutlich nicht als Dateien gemeint. Sie warten wie Asset-IDs auf einen Upload.',
    },
    refused: {
      label: 'Leere Texte',
      text: 'Ein Asset darf nicht leer sein. Entfernen Sie diese Werte, bevor Sie das Attribut umwandeln.',
    },
  },
  split: 'Listen aufteilen',
  splitText:
    'Aus jeder Adresse und jedem Namen wird ein eigener Wert. Das Attribut enthält dann mehrere Werte: Importe müssen Listen senden.',
  splitting: (products) =>
    `Listen werden aufgeteilt … ${products === '1' ? '1 Produkt' : `${products} Produkte`} verarbeitet`,
  samples: 'Beispiele',
  submit: 'In Asset umwandeln',
  back: 'Zurück in Text umwandeln',
  backText:
    'Nach der Umwandlung in Text verweisen Produkte über dieses Attribut nicht mehr auf Dateien. Alle Werte und Dateien bleiben erhalten.',
  started: (name) => `${name} ist jetzt ein Asset-Attribut`,
  backDone: (name) => `${name} ist wieder Text`,
  products: 'Verarbeitete Produkte',
  productsOf: (done, all) => `${done} von ${all}`,
  files: 'Dateien',
  filesReady: (ready, all) => `${ready} von ${all} Dateien bereit`,
  counts: {
    ready: 'Bereit',
    failed: 'Fehlgeschlagen',
    retrying: 'Wird erneut versucht',
    downloading: 'Wird heruntergeladen',
    waitingForDownload: 'Wartet auf Download',
    waitingForUpload: 'Wartet auf Upload',
  },
  failures: 'Warum Dateien fehlen',
  noFiles: 'Kein Produkt verweist auf eine Datei.',
  missing: (count) => (count === '1' ? '1 Datei hochzuladen' : `${count} Dateien hochzuladen`),
  finished: 'Fertig',
  running: 'Läuft',
  mayClose: 'Sie können dieses Fenster schließen. Die Umwandlung läuft im Hintergrund weiter.',
  useConversion:
    'Beim Speichern werden die Werte sofort umgewandelt. Die Umwandlung in der Liste zeigt vorher, was geschieht.',
};
