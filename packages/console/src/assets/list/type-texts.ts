import { useLanguage } from '../../i18n/language.tsx';
import type { AssetType } from './asset-search.ts';

interface TypeTexts {
  filter: string;
  all: string;
  types: Record<AssetType, string>;
}

const en: TypeTexts = {
  filter: 'Type of file',
  all: 'All types',
  types: { 'image/': 'Images', 'video/': 'Videos', 'audio/': 'Audio', 'application/pdf': 'PDF', 'text/': 'Texts' },
};

const de: TypeTexts = {
  filter: 'Dateityp',
  all: 'Alle Typen',
  types: { 'image/': 'Bilder', 'video/': 'Videos', 'audio/': 'Audio', 'application/pdf': 'PDF', 'text/': 'Texte' },
};

const texts = { en, de };

/** Returns the texts of the filter by type of file. */
export const useTypeTexts = (): TypeTexts => texts[useLanguage().language];
