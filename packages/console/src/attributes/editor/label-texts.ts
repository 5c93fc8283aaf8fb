import { useLanguage } from '../../i18n/language.tsx';

const en = {
  labels: 'Labels',
  labelIn: (language: string) => `Label (${language})`,
  hint: 'What the console shows instead of the name, in the language of each user. Imports and exports keep using the ID and the name.',
  addLanguage: 'Another language',
  value: 'Value',
  labelValues: 'Give the values labels',
  language: 'Labels in',
  addValue: 'Another value',
  removeValue: (value: string) => `Remove ${value}`,
  manyValues: (count: string) => `The list has ${count} values. Lists of this length are changed through the API.`,
};
const de: typeof en = {
  labels: 'Bezeichnungen',
  labelIn: (language) => `Bezeichnung (${language})`,
  hint: 'Die Konsole zeigt die Bezeichnung statt des Namens an, in der Sprache der jeweiligen Person. Importe und Exporte verwenden weiterhin ID und Namen.',
  addLanguage: 'Sprache hinzufügen',
  value: 'Wert',
  labelValues: 'Bezeichnungen für Werte eingeben',
  language: 'Bezeichnungen in',
  addValue: 'Wert hinzufügen',
  removeValue: (value) => `${value} entfernen`,
  manyValues: (count) => `Die Liste hat ${count} Werte. So lange Listen werden über die API geändert.`,
};

const texts = { en, de };

/** Returns the texts about the labels of attributes and of their values. */
export const useLabelTexts = (): typeof en => texts[useLanguage().language];
