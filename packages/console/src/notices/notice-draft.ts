import type { NoticeLanguage, NoticePreferences, NoticeSettings } from '@pimento/contract';

/** Returns the initial settings of the form. If the user has not saved settings yet, language and time zone come from the browser. */
export function draftOf(
  { saved, canMail: _, email: __, mailProblem: ___, ...stored }: NoticeSettings,
  browser: { language: NoticeLanguage; timeZone: string },
): NoticePreferences {
  return saved ? stored : { ...stored, ...browser };
}
