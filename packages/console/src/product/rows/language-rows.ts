import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';
import { isCompositeType, shownNames } from './row-columns.ts';
import type { Row } from './row-path.ts';

/** The rows of a composite by language, for a comparison of the texts. */
export interface LanguageRows {
  /** The languages as they are stored, in the order of the rows. */
  languages: string[];
  /** The other attributes that have a value, with one value for each language. */
  lines: { name: string; label: string; definition: AttributeDefinition | undefined; values: unknown[] }[];
}

const languageNames = new Set(['lang', 'language', 'languagecode', 'language_code', 'locale']);
/** With more languages, the columns would be too narrow for texts. */
const maxLanguages = 4;

/**
 * Returns the rows of a composite by language. Returns undefined if there are fewer than 2 or more than `maxLanguages` rows, if they do not
 * have different languages, or if they contain composites or nothing except the language. Pure.
 * @param children the attributes of the composite
 */
export function languageRows(
  rows: readonly Row[],
  children: readonly AttributeDefinition[],
  structure: Pick<Structure, 'nameOf'>,
): LanguageRows | undefined {
  if (rows.length < 2 || rows.length > maxLanguages) return undefined;
  const { names } = shownNames(rows, children, false);
  const key = names.find((name) => languageNames.has(name.toLowerCase()));
  if (key === undefined) return undefined;
  const languages = rows.map((row) => row[key]).filter((language) => typeof language === 'string');
  if (languages.length < rows.length || new Set(languages).size < rows.length) return undefined;
  const definitions = new Map(children.map((child) => [child.name, child]));
  const lines = names
    .filter((name) => name !== key)
    .map((name) => {
      const definition = definitions.get(name);
      const label = definition ? structure.nameOf(definition) : name;
      return { name, label, definition, values: rows.map((row) => row[name]) };
    });
  const hasComposites = lines.some(({ definition }) => definition !== undefined && isCompositeType(definition));
  return lines.length === 0 || hasComposites ? undefined : { languages, lines };
}
