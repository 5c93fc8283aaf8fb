import type { TenancyMessages } from './en-tenancy.ts';

/** German texts about exporting and deleting a whole client. */
export const deTenancy: TenancyMessages = {
  export: 'Export',
  exportTitle: (client) => `Export von ${client}`,
  exportText:
    'Eine Datei mit allem, was gespeichert ist: Produkte, Attribute, Historie, Kanäle, Mitglieder und Dateien. Sie wird im Hintergrund erstellt und kann 7 Tage lang heruntergeladen werden. Sie enthält keine Passwörter und keine Geheimnisse von Schlüsseln.',
  start: 'Alles exportieren',
  none: 'Noch kein Export',
  created: 'Angefordert',
  state: 'Status',
  size: 'Größe',
  contents: 'Inhalt',
  contentsOf: (rows, files) => `${rows} Zeilen, ${files} Dateien`,
  until: (when) => `bis ${when}`,
  download: 'Herunterladen',
  statuses: {
    Waiting: 'Wartet',
    Writing: 'Wird erstellt',
    Ready: 'Bereit',
    Failed: 'Fehlgeschlagen',
    Expired: 'Entfernt',
  },
  actions: (client) => `Aktionen für ${client}`,
  ending: 'Wird gelöscht',
  deleteClient: 'Mandanten löschen',
  deleteTitle: (client) => `${client} löschen?`,
  deleteText:
    'Alles von diesem Mandanten wird gelöscht: Produkte, Dateien, Historie, Kanäle, Schlüssel und Mitglieder. Der Zugang endet sofort, und Personen ohne weiteren Mandanten verlieren ihr Konto. Adapter werden benachrichtigt. Das kann nicht rückgängig gemacht werden; exportieren Sie vorher alles, was Sie noch brauchen.',
  confirmation: (clientId) => `Geben Sie zur Bestätigung ${clientId} ein`,
  deletionStarted: (client) => `${client} wird gelöscht`,
  deletions: 'Gelöschte Mandanten',
  client: 'Mandant',
  started: 'Begonnen',
  finished: 'Beendet',
  result: 'Ergebnis',
  running: 'Läuft',
  resultOf: (rows, files, tables) =>
    `${rows} Zeilen und ${files} Dateien gelöscht; ${tables} Tabellen geprüft, nichts übrig`,
};
