import { useLanguage } from '../../i18n/language.tsx';

const en = {
  views: 'Saved views',
  all: 'All products',
  onlyYou: 'Only you see this view',
  changed: 'changed',
  saveAs: 'Save as view',
  saveChanges: 'Save changes',
  reset: 'Discard changes',
  menu: (name: string) => `View ${name}`,
  edit: 'Rename or share',
  remove: 'Delete view',
  newTitle: 'Save filters, order and columns as a view',
  editTitle: 'Rename or share the view',
  name: 'Name',
  shared: 'All members of the client can see it',
  sharedHint: 'Otherwise only you can see it.',
  create: 'Save view',
  saved: (name: string) => `View “${name}” saved`,
  deleted: (name: string) => `View “${name}” deleted`,
  deleteTitle: (name: string) => `Delete the view “${name}”?`,
  deleteText: 'The products are not affected.',
  deleteShared: 'All members lose the view. The products are not affected.',
  conflictTitle: (name: string) => `“${name}” has been changed in the meantime`,
  conflict: (person: string) =>
    `${person} has saved other filters, order or columns. Replace them with yours, or save yours as a new view.`,
  otherPerson: 'Another person',
  replace: 'Replace with mine',
};

export type ViewTexts = typeof en;

const de: ViewTexts = {
  views: 'Gespeicherte Ansichten',
  all: 'Alle Produkte',
  onlyYou: 'Nur Sie sehen diese Ansicht',
  changed: 'geändert',
  saveAs: 'Als Ansicht speichern',
  saveChanges: 'Änderungen speichern',
  reset: 'Änderungen verwerfen',
  menu: (name) => `Ansicht ${name}`,
  edit: 'Umbenennen oder teilen',
  remove: 'Ansicht löschen',
  newTitle: 'Filter, Sortierung und Spalten als Ansicht speichern',
  editTitle: 'Ansicht umbenennen oder teilen',
  name: 'Name',
  shared: 'Alle Mitglieder des Mandanten können sie sehen',
  sharedHint: 'Sonst können nur Sie sie sehen.',
  create: 'Ansicht speichern',
  saved: (name) => `Ansicht „${name}“ gespeichert`,
  deleted: (name) => `Ansicht „${name}“ gelöscht`,
  deleteTitle: (name) => `Die Ansicht „${name}“ löschen?`,
  deleteText: 'Die Produkte bleiben, wie sie sind.',
  deleteShared: 'Alle Mitglieder verlieren die Ansicht. Die Produkte bleiben, wie sie sind.',
  conflictTitle: (name) => `„${name}“ wurde inzwischen geändert`,
  conflict: (person) =>
    `${person} hat andere Filter, Sortierung oder Spalten gespeichert. Ersetzen Sie sie durch Ihre, oder speichern Sie Ihre als neue Ansicht.`,
  otherPerson: 'Eine andere Person',
  replace: 'Durch meine ersetzen',
};

const texts: Record<ReturnType<typeof useLanguage>['language'], ViewTexts> = { en, de };

export const useViewTexts = (): ViewTexts => texts[useLanguage().language];
