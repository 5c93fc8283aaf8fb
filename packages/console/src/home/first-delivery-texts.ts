import { useLanguage } from '../i18n/language.tsx';
import { deFirstDelivery } from './de-first-delivery.ts';
import { enFirstDelivery, type FirstDeliveryTexts } from './en-first-delivery.ts';

const texts = { en: enFirstDelivery, de: deFirstDelivery };

/** Returns the texts of the steps to the first delivery, which are loaded with the steps. */
export const useFirstDeliveryTexts = (): FirstDeliveryTexts => texts[useLanguage().language];
