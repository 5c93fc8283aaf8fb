/** Labels by language tag, as definitions contain them. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Returns the label in a language, such as `de`: of exactly this tag, or else of the first region of the language, such as `de-AT`. Returns
 * undefined if there is none.
 */
export function labelIn(labels: Labels | undefined, language: string): string | undefined {
  if (labels === undefined) return undefined;
  if (Object.hasOwn(labels, language)) return labels[language];
  const region = Object.keys(labels).find((tag) => tag.startsWith(`${language}-`));
  return region === undefined ? undefined : labels[region];
}

/** What people call an attribute: its label in their language, or its name. */
export const shownName = (definition: { name: string; labels?: Labels | undefined }, language: string): string =>
  labelIn(definition.labels, language) ?? definition.name;

/** Returns the texts by which an attribute is found: its id, its name and its labels in all languages, in lower case. */
export const searchedText = ({ id, name, labels }: { id: string; name: string; labels?: Labels | undefined }): string =>
  [id, name, ...Object.values(labels ?? {})].join(' ').toLowerCase();
