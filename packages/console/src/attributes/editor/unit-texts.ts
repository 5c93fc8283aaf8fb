import { useLanguage } from '../../i18n/language.tsx';

const en = {
  label: 'Units',
  hint: 'Values have one of these units, such as 1.5 kg. The first one is offered first.',
};
const de: typeof en = {
  label: 'Einheiten',
  hint: 'Werte haben eine dieser Einheiten, wie 1.5 kg. Die erste wird zuerst angeboten.',
};

const texts = { en, de };

/** Returns the texts about the units of an attribute. */
export const useUnitTexts = (): typeof en => texts[useLanguage().language];
