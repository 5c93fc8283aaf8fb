/**
 * Returns the name of a language, such as "German (Germany)" for `de_DE`, or the text itself if it is not the code of a language.
 * @param shown the language of the returned name
 */
export function languageName(code: string, shown: string): string {
  if (!/^[a-z]{2,3}([_-][a-z0-9]{2,4})*$/i.test(code)) return code;
  try {
    return new Intl.DisplayNames(shown, { type: 'language', fallback: 'none' }).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code; // not a well-formed tag
  }
}
