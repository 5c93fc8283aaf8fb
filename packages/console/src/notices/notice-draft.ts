import type { NoticeLanguage, NoticePreferences, NoticeSettings } from '@pimento/contract';

/** Returns the settings with which an edit begins. Until the user has saved settings, language and time zone are those of the browser. */
export function draftOf(
  { saved, canMail: _, email: __, mailProblem: ___, ...stored }: NoticeSettings,
  browser: { language: NoticeLanguage; timeZone: string },
): NoticePreferences {
  return saved ? stored : { ...stored, ...browser };
}
