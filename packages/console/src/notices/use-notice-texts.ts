import { deNotices } from '../i18n/de-notices.ts';
import { enNotices, type NoticeTexts } from '../i18n/en-notices.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts: Record<ReturnType<typeof useLanguage>['language'], NoticeTexts> = { en: enNotices, de: deNotices };

export const useNoticeTexts = (): NoticeTexts => texts[useLanguage().language];
