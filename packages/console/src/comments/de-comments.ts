import type { CommentTexts } from './en-comments.ts';

export const deComments: CommentTexts = {
  title: 'Kommentare',
  count: (count) => (count === '1' ? '1 Kommentar' : `${count} Kommentare`),
  unread: (count) => `${count} neu`,
  isUnread: 'neu',
  none: 'Noch keine Kommentare. Erwähnen Sie jemanden mit @.',
  placeholder: 'Kommentar schreiben. Mit @ erwähnen Sie jemanden',
  people: 'Kollegen',
  send: 'Kommentieren',
  sent: 'Kommentar gespeichert',
  earlier: 'Frühere Kommentare anzeigen',
  edited: (moment) => `bearbeitet ${moment}`,
  deletedPerson: 'Gelöschte Person',
  menu: (author) => `Aktionen für den Kommentar von ${author}`,
  edit: 'Bearbeiten',
  save: 'Kommentar speichern',
  cancel: 'Abbrechen',
  remove: 'Löschen',
  removeTitle: 'Diesen Kommentar löschen?',
  removeText: 'Er lässt sich nicht wiederherstellen.',
  removeConfirm: 'Kommentar löschen',
};
