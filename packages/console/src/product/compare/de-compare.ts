import type { CompareTexts } from './en-compare.ts';

export const deCompare: CompareTexts = {
  title: 'Produkte vergleichen',
  hint: 'Wählen Sie 2 bis 4 Produkte, um ihre Werte nebeneinander zu sehen.',
  one: 'Fügen Sie ein weiteres Produkt zum Vergleich hinzu.',
  add: 'Produkt hinzufügen',
  addPlaceholder: 'ID oder Name',
  full: 'Es lassen sich bis zu 4 Produkte vergleichen.',
  only: 'Nur Unterschiede',
  table: 'Werte nebeneinander',
  attribute: 'Attribut',
  remove: (name) => `${name} aus dem Vergleich entfernen`,
  differs: 'unterschiedlich',
  rows: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
  row: (position) => `Zeile ${position}`,
  noRow: 'fehlt',
  same: 'Diese Produkte haben dieselben Werte.',
  differences: (count) => (count === 1 ? '1 Attribut unterscheidet sich' : `${count} Attribute unterscheiden sich`),
  missing: (ids) => `Nicht gefunden: ${ids}`,
  more: (count) => `${count} weitere Zeilen anzeigen`,
};
