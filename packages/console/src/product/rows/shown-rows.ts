import type { AttributeDefinition } from '@pimento/contract';
import { type ShowText, typeOf } from '../../session/labels/value-text.ts';
import type { Structure } from '../../session/structure.ts';
import { searchedText } from '../../session/labels/definition-label.ts';
import { isRow, type Path } from './row-path.ts';

/** What is needed to show the values in rows as users see them. */
export interface ShownBy {
  /** The composite that contains the rows. */
  definition: AttributeDefinition | undefined;
  structure: Pick<Structure, 'childrenOf'>;
  show: ShowText;
}

/** A list of children from the structure → the children by name. Cached, because a search looks up each value of thousands of rows. */
const namedChildren = new WeakMap<readonly AttributeDefinition[], Map<string, AttributeDefinition>>();

/** Returns the definition of an attribute inside a composite, or undefined. */
export function childOf({ definition, structure }: ShownBy, name: string): AttributeDefinition | undefined {
  if (definition === undefined) return undefined;
  const children = structure.childrenOf(definition.path);
  const known = namedChildren.get(children);
  if (known) return known.get(name);
  // if several children have the same name, the first one is used
  const named = new Map(children.toReversed().map((child) => [child.name, child]));
  namedChildren.set(children, named);
  return named.get(name);
}

/** Formatted texts as users see them, by attribute and stored text. Cached, because a search reads the same values after each letter. */
const shownTexts = new WeakMap<ShowText, Map<string, string>>();
const maxShownTexts = 10_000;

/** Returns a text as users see it. The result is kept for HTML, because it has to be parsed. */
function shownText(text: string, { definition, show }: ShownBy): string {
  if (definition === undefined || typeOf(definition) !== 'html') return show(text, definition);
  const known = shownTexts.get(show) ?? new Map<string, string>();
  const key = `${definition.path}\n${text}`;
  const shown = known.get(key) ?? show(text, definition);
  if (known.size >= maxShownTexts) known.clear();
  shownTexts.set(show, known.set(key, shown));
  return shown;
}

/** Returns a copy of a value in which each text is replaced by the text that users see, such as the label of an allowed value. */
export function shownInRows(value: unknown, by: ShownBy): unknown {
  if (typeof value === 'string') return shownText(value, by);
  if (Array.isArray(value)) return value.map((item: unknown) => shownInRows(item, by));
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shownInRows(inner, { ...by, definition: childOf(by, name) })]),
  );
}

/**
 * Returns the paths of the values in rows whose attribute has a text in its id, its name or a label of any language.
 * @param text in lower case
 */
export function labelledPaths(value: unknown, by: ShownBy, text: string, path: Path = []): Path[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => labelledPaths(item, by, text, [...path, index]));
  if (!isRow(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const child = childOf(by, name);
    const own = [...path, name];
    const found = child !== undefined && searchedText(child).includes(text) ? [own] : [];
    return [...found, ...labelledPaths(inner, { ...by, definition: child }, text, own)];
  });
}
