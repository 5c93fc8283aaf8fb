/** Labels by language tag, as definitions contain them. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Returns the label in a language, such as `de`. Prefers the label with exactly this tag to the first label with a region, such as `de-AT`.
 * Returns undefined if there is neither.
 */
export function labelIn(labels: Labels | undefined, language: string): string | undefined {
  if (labels === undefined) return undefined;
  if (Object.hasOwn(labels, language)) return labels[language];
  const region = Object.keys(labels).find((tag) => tag.startsWith(`${language}-`));
  return region === undefined ? undefined : labels[region];
}

/** Returns the label of an attribute in a language, or else its name. */
export const shownName = (definition: { name: string; labels?: Labels | undefined }, language: string): string =>
  labelIn(definition.labels, language) ?? definition.name;

/** Returns the text that a search for attributes uses: the id, the name and the labels in all languages, in lower case. */
export const searchedText = ({ id, name, labels }: { id: string; name: string; labels?: Labels | undefined }): string =>
  [id, name, ...Object.values(labels ?? {})].join(' ').toLowerCase();
