import type { Mapping, MappingEntry } from '@pimento/contract';
import type { CompiledFormula, Type } from '@pimento/formula';
import type { CheckedStandard, Target, TargetDemands } from '../../standards/core.ts';
import type { ClientFormulas } from './formula-source.ts';
import { outermostScope, type RowScope, scopeInside } from './row-scope.ts';
import type { ValueSource } from './target-plan.ts';
import type { ListFinder } from '../values/value-check.ts';
import { valueMapper } from '../values/value-mapping.ts';

export interface CompiledSource {
  source: ValueSource;
  /** The values that the formulas of the children can read. */
  childScope: RowScope;
}

export interface SourceDeps {
  formulas: ClientFormulas;
  findList: ListFinder;
}

/** Compiles the source of a target's value: the mapping entry or, if there is no entry, the formula of the standard. */
export function compileSource(
  target: Target,
  demands: TargetDemands,
  entry: MappingEntry | undefined,
  scope: RowScope,
  { formulas, findList }: SourceDeps,
): CompiledSource {
  if (target.typeId === 'composite' && entry !== undefined) return compileRows(target, entry, scope, formulas);
  const text = entry === undefined ? target.defaultFormula : entry.value;
  if (text === undefined) return { source: { kind: 'unmapped' }, childScope: scope };
  if (typeof text === 'string' && text.trim() === '') return { source: { kind: 'empty' }, childScope: scope };
  const compiled = formulas.compile(text, target.name, scope);
  if ('fault' in compiled) return { source: { kind: 'broken', fault: compiled.fault }, childScope: scope };
  const { evaluate, type } = compiled.formula;
  if (target.typeId !== 'composite') {
    const mapper = entry && valueMapper(entry, formulas.maps, findList(demands.restriction));
    return { source: { kind: 'formula', evaluate, mapper }, childScope: scope };
  }
  return rowsOf(evaluate, type, scope);
}

function compileRows(target: Target, entry: MappingEntry, scope: RowScope, formulas: ClientFormulas): CompiledSource {
  const text = entry.rows ?? entry.value;
  if (text?.trim() === '' && entry.children === undefined) return { source: { kind: 'empty' }, childScope: scope };
  if (text === undefined || text.trim() === '')
    return { source: { kind: 'rows', evaluate: undefined, addsRow: false }, childScope: scope };
  const compiled = formulas.compile(text, target.name, scope);
  if ('fault' in compiled) return { source: { kind: 'broken', fault: compiled.fault }, childScope: scope };
  return rowsOf(compiled.formula.evaluate, compiled.formula.type, scope);
}

function rowsOf(evaluate: CompiledFormula['evaluate'], type: Type, scope: RowScope): CompiledSource {
  const childScope = scopeInside(scope, type);
  const addsRow = childScope.rows.length > scope.rows.length;
  return { source: { kind: 'rows', evaluate, addsRow }, childScope };
}

/**
 * Compiles all entries of a mapping and all formulas of the standard once, for all categories. The attributes that the formulas read are
 * therefore known before the first product is read.
 */
export function compileEntries(standard: CheckedStandard, mapping: Mapping, formulas: ClientFormulas): void {
  for (const target of standard.topLevel) compileDefaults(target, outermostScope, formulas);
  for (const entry of mapping.targets ?? []) compileEntry(entry, outermostScope, formulas);
}

/** Compiles the default formulas of a target and its children. The children read the rows of the composite's own formula. */
function compileDefaults(target: Target, scope: RowScope, formulas: ClientFormulas): void {
  const { defaultFormula, name, typeId, children } = target;
  const compiled = defaultFormula && formulas.compile(defaultFormula, name, scope);
  const isRows = typeId === 'composite' && compiled !== undefined && 'formula' in compiled;
  const childScope = isRows ? scopeInside(scope, compiled.formula.type) : scope;
  for (const child of children) compileDefaults(child, childScope, formulas);
}

function compileEntry(entry: MappingEntry, scope: RowScope, formulas: ClientFormulas): void {
  const { value, rows, children } = entry;
  const opening = rows ?? (children === undefined ? undefined : value);
  let childScope = scope;
  for (const text of [rows, value]) {
    if (text === undefined || text.trim() === '') continue;
    const compiled = formulas.compile(text, entry.target, scope);
    if (text === opening && 'formula' in compiled) childScope = scopeInside(scope, compiled.formula.type);
  }
  for (const child of children ?? []) compileEntry(child, childScope, formulas);
}
