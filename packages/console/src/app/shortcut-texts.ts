import { useLanguage } from '../i18n/language.tsx';

const en = {
  title: 'Keyboard shortcuts',
  click: 'click',
  places: {
    everywhere: 'Everywhere',
    list: 'Product list',
    product: 'Product',
    editing: 'Editing a value',
    go: 'Go to (one key after the other)',
  },
  actions: {
    search: 'Search',
    help: 'Show these shortcuts',
    close: 'Close',
    next: 'Next product',
    previous: 'Previous product',
    select: 'Select',
    selectRange: 'Select all products up to this one',
    preview: 'Show or hide the preview',
    open: 'Open',
    chooseCell: 'Choose a cell of the product',
    editCell: 'Edit the cell, also by a double click',
    nextCell: 'While editing: edit the next cell',
    find: 'Search in the list',
    save: 'Save a single-line value',
    newLine: 'Begin a new line',
    saveLines: 'Save any value',
    cancel: 'Cancel',
    undo: 'Undo what was saved in the last 10 seconds',
  },
};

const de: typeof en = {
  title: 'Tastaturkürzel',
  click: 'Klick',
  places: {
    everywhere: 'Überall',
    list: 'Produktliste',
    product: 'Produkt',
    editing: 'Wert bearbeiten',
    go: 'Gehe zu (nacheinander drücken)',
  },
  actions: {
    search: 'Suchen',
    help: 'Diese Kürzel anzeigen',
    close: 'Schließen',
    next: 'Nächstes Produkt',
    previous: 'Vorheriges Produkt',
    select: 'Auswählen',
    selectRange: 'Alle Produkte bis zu diesem auswählen',
    preview: 'Vorschau ein- oder ausblenden',
    open: 'Öffnen',
    chooseCell: 'Zelle des Produkts wählen',
    editCell: 'Zelle bearbeiten, auch mit Doppelklick',
    nextCell: 'Beim Bearbeiten: nächste Zelle bearbeiten',
    find: 'In der Liste suchen',
    save: 'Einzeiligen Text speichern',
    newLine: 'Neue Zeile beginnen',
    saveLines: 'Jeden Wert speichern',
    cancel: 'Abbrechen',
    undo: 'Rückgängig machen, was in den letzten 10 Sekunden gespeichert wurde',
  },
};

const texts = { en, de };

/** Returns the texts about keyboard shortcuts. They are loaded when the shortcuts are shown. */
export const useShortcutTexts = (): typeof en => texts[useLanguage().language];
