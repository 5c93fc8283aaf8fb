import { useLanguage } from '../../i18n/language.tsx';

const en = {
  apply: 'Apply',
  changed: 'Changed',
  created: 'Created',
  stateOn: (channel: string) => `Status on ${channel}`,
  unit: 'Unit',
  unitHint: 'Values in other units are converted.',
  valuesBetween: (min: string, max: string) => `Values in this list: ${min} to ${max}`,
  valuesFrom: (min: string, max: string) => `Values in this list include ${min} to ${max}`,
};
const de: typeof en = {
  apply: 'Anwenden',
  changed: 'Geändert',
  created: 'Angelegt',
  stateOn: (channel) => `Status auf ${channel}`,
  unit: 'Einheit',
  unitHint: 'Werte in anderen Einheiten werden umgerechnet.',
  valuesBetween: (min, max) => `Werte in dieser Liste: ${min} bis ${max}`,
  valuesFrom: (min, max) => `Werte in dieser Liste unter anderem: ${min} bis ${max}`,
};
const texts = { en, de };

/** Returns the texts of the form of a filter, which is loaded on demand. */
export const useFilterTexts = (): typeof en => texts[useLanguage().language];
