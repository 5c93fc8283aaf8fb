import { useLanguage } from '../i18n/language.tsx';
import { deComments } from './de-comments.ts';
import { type CommentTexts, enComments } from './en-comments.ts';

const texts = { en: enComments, de: deComments };

/** Returns the texts about comments. Only the pages with comments load them. */
export const useCommentTexts = (): CommentTexts => texts[useLanguage().language];
