export type AttributeType =
  | 'string'
  | 'reference'
  | 'gtin'
  | 'url'
  | 'integer'
  | 'decimal'
  | 'fraction'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'quantity'
  | 'money'
  | 'html'
  | 'asset'
  | 'composite';

/** An attribute or a target that formulas can read. */
export interface FormulaAttribute {
  /** Identifies the attribute. The key does not change when the attribute is renamed. */
  key: string;
  id: string;
  name?: string;
  /** The key under which products and rows store the attribute's values. */
  storageName: string;
  type: AttributeType;
  isMultiValue: boolean;
  units?: readonly string[];
  children?: readonly FormulaAttribute[];
}

/**
 * The path to an attribute, which consists of its composites and the attribute itself. Begins at the top level, or in the row from which
 * the search started.
 */
export type AttributePath = readonly FormulaAttribute[];

const reserved = (id: string, type: AttributeType): FormulaAttribute => ({
  key: id,
  id,
  storageName: id,
  type,
  isMultiValue: false,
});

/** The reserved fields of a product that formulas can read. */
export const reservedAttributes: readonly FormulaAttribute[] = [
  reserved('__ID', 'string'),
  reserved('__NAME', 'string'),
  reserved('__FAMILY', 'string'),
  reserved('__CATEGORY', 'string'),
  reserved('PRIMARY_ASSET', 'asset'),
  reserved('QUANTITY', 'decimal'),
];

/** Finds attributes by id or, if no id matches, by a name that is unique on its level. */
export class AttributeIndex {
  readonly #top: Level;
  readonly #levels = new Map<string, Level>();
  readonly #paths = new Map<string, AttributePath>();

  constructor(attributes: readonly FormulaAttribute[]) {
    this.#top = new Level(attributes);
    this.#collect(attributes, []);
  }

  /**
   * Finds an attribute from the top level by its id or name, or by a path such as `parent/child`. Returns 'ambiguous' if the last part
   * matches no id but the names of several attributes, and undefined if nothing is found.
   */
  find(path: string): AttributePath | 'ambiguous' | undefined {
    return this.#walk(this.#top, path);
  }

  /**
   * Finds an attribute inside a composite by its id or name, or by a path such as `parent/child`. Returns 'ambiguous' if the last part
   * matches no id but the names of several attributes, and undefined if nothing is found.
   */
  findChild(composite: FormulaAttribute, path: string): AttributePath | 'ambiguous' | undefined {
    const level = this.#levels.get(composite.key);
    return level === undefined ? undefined : this.#walk(level, path);
  }

  /** Returns the path from the top level to the attribute with this key. */
  pathOf(key: string): AttributePath | undefined {
    return this.#paths.get(key);
  }

  /** Returns the ids of the top-level attributes, or of a composite's children. */
  idsOf(composite?: FormulaAttribute): readonly string[] {
    return (composite === undefined ? this.#top : this.#levels.get(composite.key))?.ids ?? [];
  }

  #walk(level: Level, path: string): AttributePath | 'ambiguous' | undefined {
    const whole = level.find(path);
    if (whole !== undefined) return whole === 'ambiguous' ? whole : [whole];
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      const parent = level.find(path.slice(0, slash));
      if (parent === undefined || parent === 'ambiguous') continue;
      const rest = this.findChild(parent, path.slice(slash + 1));
      if (rest !== undefined) return rest === 'ambiguous' ? rest : [parent, ...rest];
    }
    return undefined;
  }

  #collect(attributes: readonly FormulaAttribute[], above: AttributePath): void {
    for (const attribute of attributes) {
      const path = [...above, attribute];
      this.#paths.set(attribute.key, path);
      if (attribute.children === undefined) continue;
      this.#levels.set(attribute.key, new Level(attribute.children));
      this.#collect(attribute.children, path);
    }
  }
}

/** Attributes with the same parent. Uses maps, because an attribute can be called `constructor`. */
class Level {
  readonly ids: readonly string[];
  readonly #byId: ReadonlyMap<string, FormulaAttribute>;
  readonly #byName = new Map<string, FormulaAttribute | 'ambiguous'>();

  constructor(attributes: readonly FormulaAttribute[]) {
    this.ids = attributes.map(({ id }) => id);
    this.#byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
    for (const attribute of attributes) {
      if (attribute.name === undefined) continue;
      this.#byName.set(attribute.name, this.#byName.has(attribute.name) ? 'ambiguous' : attribute);
    }
  }

  find(name: string): FormulaAttribute | 'ambiguous' | undefined {
    return this.#byId.get(name) ?? this.#byName.get(name);
  }
}
