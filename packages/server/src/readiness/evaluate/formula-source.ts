import type { Mapping } from '@pimento/contract';
import {
  AttributeIndex,
  type CompiledFormula,
  compileFormula,
  createLookupTable,
  type Dependencies,
  type FormulaScope,
  type FormulaTree,
  reservedAttributes,
  SlotTable,
  type ValueMap,
} from '@pimento/formula';
import { sentenceOf } from '@pimento/formula/editor';
import { type Fault, fault } from '../values/evaluation-problem.ts';
import { outermostScope, type RowScope } from './row-scope.ts';
import type { RulesetInput } from './ruleset-input.ts';
import { createValueMaps } from '../values/value-mapping.ts';

export type FormulaSource = { formula: CompiledFormula } | { fault: Fault };

/** Compiles the formulas that read attributes of the client, and collects the names that these formulas read. */
export class ClientFormulas {
  readonly slots = new SlotTable();
  readonly maps: ReadonlyMap<string, ValueMap>;
  readonly dependencies: Dependencies = {
    attributes: new Set(),
    tables: new Set(),
    maps: new Set(),
    accountFields: new Set(),
    zones: new Set(),
    readsAssets: false,
    readsPackaging: false,
    readsCategory: false,
  };
  readonly #scope: FormulaScope;
  /** Compiled formulas by the scope in which they are compiled. A formula is requested up to three times, and previews reuse it. */
  readonly #compiled = new WeakMap<RowScope, Map<string | FormulaTree, CompiledFormula>>();

  constructor({ mapping, attributes, accountFields }: RulesetInput) {
    this.maps = createValueMaps(mapping);
    this.#scope = {
      attributes: new AttributeIndex([...reservedAttributes, ...attributes]),
      slots: this.slots,
      maps: this.maps,
      tables: createTables(mapping),
      accountFields: new Set(accountFields.keys()),
    };
  }

  /** @param name the name of the target that the formula computes */
  compile(source: string | FormulaTree, name: string, rowScope: RowScope = outermostScope): FormulaSource {
    let inScope = this.#compiled.get(rowScope);
    if (inScope === undefined) {
      inScope = new Map<string | FormulaTree, CompiledFormula>();
      this.#compiled.set(rowScope, inScope);
    }
    const known = inScope.get(source);
    if (known !== undefined) return { formula: known };
    const compiled = this.#compileNew(source, name, rowScope);
    if ('formula' in compiled) inScope.set(source, compiled.formula);
    return compiled;
  }

  #compileNew(source: string | FormulaTree, name: string, { rows, element }: RowScope): FormulaSource {
    const scope = { ...this.#scope, rows, ...(element !== undefined && { element }) };
    const { formula, errors } = compileFormula(source, scope);
    const [error] = errors;
    if (formula === undefined) {
      const { line, column } = error?.span ?? { line: 1, column: 1 };
      const named = error?.params['name'];
      const what = { fault: error?.code ?? 'unexpected', name: named === undefined ? null : String(named) };
      const reason = error && sentenceOf(error, 'en');
      return {
        fault: fault('broken-formula', {
          attribute: name,
          ...what,
          ...(reason !== undefined && { reason }),
          line,
          column,
        }),
      };
    }
    this.#collect(formula.dependencies);
    return { formula };
  }

  /** Returns the id of an attribute or, for a child, the path of ids. */
  idOf(key: string): string {
    const path = this.#scope.attributes.pathOf(key);
    return path === undefined ? key : path.map(({ id }) => id).join('/');
  }

  #collect(read: Dependencies): void {
    const all = this.dependencies;
    for (const key of read.attributes) all.attributes.add(key);
    for (const id of read.tables) all.tables.add(id);
    for (const id of read.maps) all.maps.add(id);
    for (const field of read.accountFields) all.accountFields.add(field);
    for (const zone of read.zones) all.zones.add(zone);
    all.readsAssets ||= read.readsAssets;
    all.readsPackaging ||= read.readsPackaging;
    all.readsCategory ||= read.readsCategory;
  }
}

function createTables({ tables = {} }: Mapping) {
  return new Map(Object.entries(tables).map(([id, { columns, rows }]) => [id, createLookupTable(columns, rows)]));
}
