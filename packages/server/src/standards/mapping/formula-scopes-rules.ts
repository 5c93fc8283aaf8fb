import type { Mapping, MappingEntry } from '@pimento/contract';
import {
  AttributeIndex,
  compileFormula,
  type CompileResult,
  createLookupTable,
  createValueMap,
  type FormulaAttribute,
  type FormulaScope,
  reservedAttributes,
  SlotTable,
} from '@pimento/formula';
import { type CompiledAttribute, type CompiledStructure, shortId } from '../../structure/core.ts';
import type { MappingFormula } from './mapping-formulas-rules.ts';

type RowScope = Pick<FormulaScope, 'rows' | 'element'>;

/** Converts the attributes of a client to the form that formulas read. */
export function formulaAttributesOfClient({ topLevel }: Pick<CompiledStructure, 'topLevel'>): FormulaAttribute[] {
  return topLevel.map((attribute) => formulaAttribute(attribute, null));
}

function formulaAttribute(attribute: CompiledAttribute, parentId: string | null): FormulaAttribute {
  const { key, id, name, storageName, typeId, multiValue, units, children } = attribute;
  return {
    key,
    id: shortId(id, parentId),
    name,
    storageName,
    type: typeId,
    isMultiValue: multiValue,
    ...(units && { units }),
    ...(typeId === 'composite' && { children: children.map((child) => formulaAttribute(child, id)) }),
  };
}

/** Compiles the formulas of a mapping. Each formula can read the rows of the entries around it. */
export class MappingScopes {
  readonly attributes: AttributeIndex;
  readonly #common: FormulaScope;
  readonly #inside = new Map<MappingEntry, RowScope>();

  constructor(
    attributes: readonly FormulaAttribute[],
    { maps = {}, tables = {} }: Pick<Mapping, 'maps' | 'tables'>,
    accountFields: ReadonlySet<string>,
  ) {
    const noEntries = createValueMap(new Map(), false);
    this.attributes = new AttributeIndex([...reservedAttributes, ...attributes]);
    this.#common = {
      attributes: this.attributes,
      slots: new SlotTable(),
      maps: new Map(Object.keys(maps).map((id) => [id, noEntries])),
      tables: new Map(Object.entries(tables).map(([id, { columns }]) => [id, createLookupTable(columns, [])])),
      accountFields,
    };
  }

  /** Compiles a formula. The formulas of the enclosing entries must be compiled first. */
  compile(formula: MappingFormula): CompileResult {
    const scope = this.scopeOf(formula);
    const compiled = compileFormula(formula.text, scope);
    const own = formula.entries.at(-1);
    const opensRows = formula.role === 'rows' || (formula.role === 'value' && own?.rows === undefined);
    if (own?.children !== undefined && opensRows && compiled.formula !== undefined)
      this.#inside.set(own, rowsInside(scope, compiled.formula.type));
    return compiled;
  }

  scopeOf({ entries }: MappingFormula): FormulaScope {
    let scope: RowScope = {};
    for (const entry of entries.slice(0, -1)) scope = this.#inside.get(entry) ?? scope;
    return { ...this.#common, ...scope };
  }
}

/**
 * Returns the scope of the children of an entry. The children can read the row. `it` is the row or, if the elements are not rows, the plain
 * value.
 */
function rowsInside({ rows = [] }: FormulaScope, type: NonNullable<CompileResult['formula']>['type']): RowScope {
  return {
    rows: type.composite === undefined ? rows : [...rows, type.composite],
    element: { ...type, isList: false },
  };
}
