import { useLanguage } from '../../i18n/language.tsx';

const en = {
  only: 'Show only',
  anyType: 'All types',
  unused: 'Only unused',
  none: 'No attribute matches',
  noneText: 'Change or clear the filters.',
  choose: (name: string) => `Select ${name}`,
  chooseShown: 'Select all shown',
  chosen: (count: string) => (count === '1' ? '1 attribute selected' : `${count} attributes selected`),
  clear: 'Clear selection',
  group: 'Set group',
  groupTitle: (count: string) => (count === '1' ? 'Group of 1 attribute' : `Group of ${count} attributes`),
  groupLabel: 'Group',
  groupHint: 'Replaces the groups that the attributes have. Leave empty to take the attributes out of their groups.',
  onlyTopLevel: 'Attributes inside composites have no group of their own.',
  grouped: (count: string) => (count === '1' ? '1 attribute changed' : `${count} attributes changed`),
  delete: 'Delete',
  deleteTitle: (count: string) => (count === '1' ? 'Delete 1 attribute?' : `Delete ${count} attributes?`),
  deleteText: 'Composites are deleted with everything inside them. Attributes that products have a value for are kept.',
  deleting: (done: string, count: string) => `${done} of ${count} done`,
  deleted: (count: string) => (count === '1' ? '1 attribute deleted' : `${count} attributes deleted`),
  kept: (count: string) =>
    count === '1'
      ? '1 attribute is kept, because products use it:'
      : `${count} attributes are kept, because products use them:`,
};
const de: typeof en = {
  only: 'Nur anzeigen',
  anyType: 'Alle Typen',
  unused: 'Nur unbenutzte',
  none: 'Kein Attribut passt',
  noneText: 'Ändern oder entfernen Sie die Filter.',
  choose: (name) => `${name} auswählen`,
  chooseShown: 'Alle angezeigten auswählen',
  chosen: (count) => (count === '1' ? '1 Attribut ausgewählt' : `${count} Attribute ausgewählt`),
  clear: 'Auswahl aufheben',
  group: 'Gruppe setzen',
  groupTitle: (count) => (count === '1' ? 'Gruppe von 1 Attribut' : `Gruppe von ${count} Attributen`),
  groupLabel: 'Gruppe',
  groupHint: 'Ersetzt die Gruppen, die die Attribute haben. Leer lassen, um die Attribute aus ihren Gruppen zu nehmen.',
  onlyTopLevel: 'Untergeordnete Attribute haben keine eigene Gruppe.',
  grouped: (count) => (count === '1' ? '1 Attribut geändert' : `${count} Attribute geändert`),
  delete: 'Löschen',
  deleteTitle: (count) => (count === '1' ? '1 Attribut löschen?' : `${count} Attribute löschen?`),
  deleteText:
    'Attribute vom Typ „Gruppe“ werden mit allen enthaltenen Attributen gelöscht. Attribute, für die Produkte einen Wert haben, bleiben erhalten.',
  deleting: (done, count) => `${done} von ${count} erledigt`,
  deleted: (count) => (count === '1' ? '1 Attribut gelöscht' : `${count} Attribute gelöscht`),
  kept: (count) =>
    count === '1'
      ? '1 Attribut bleibt erhalten, weil Produkte es verwenden:'
      : `${count} Attribute bleiben erhalten, weil Produkte sie verwenden:`,
};

const texts = { en, de };

/** Returns the texts about filtering and selecting attributes. */
export const useSelectionTexts = (): typeof en => texts[useLanguage().language];
