import { functionNames } from '../functions/function-table.ts';
import type { Run } from '../functions/run.ts';
import type { FormulaError } from '../syntax/formula-error.ts';
import { parse, type Parsed } from '../syntax/parser.ts';
import type { FormulaTree, MemberNode, ReferenceNode } from '../syntax/tree.ts';
import type { Result } from '../values/value.ts';
import { compileNode } from './expression.ts';
import { Compilation, type Compiled, type Dependencies, type FormulaScope, Scope } from './scope.ts';
import type { Type } from './type.ts';

/** A compiled formula, which can be evaluated for many products. */
export interface CompiledFormula {
  /** Evaluates the formula. Never throws, and never exceeds the limits of the run. */
  evaluate: (run: Run) => Result;
  type: Type;
  dependencies: Dependencies;
}

export type CompileResult = { formula: CompiledFormula; errors: [] } | { formula: undefined; errors: FormulaError[] };

/** The attribute to which each reference of a formula refers, as its key. `isChild` is true if it was found in a row. */
export type ResolvedReferences = ReadonlyMap<ReferenceNode | MemberNode, { key: string; isChild: boolean }>;

/** Parses a formula. Printing the tree returns the canonical text. */
export function parseFormula(text: string): Parsed {
  return parse(text, functionNames);
}

/** Compiles a formula. Returns the first syntax error or, if the syntax is valid, all other errors, each with its position. */
export function compileFormula(source: string | FormulaTree, scope: FormulaScope): CompileResult {
  const parsed = typeof source === 'string' ? parseFormula(source) : { tree: source };
  if ('error' in parsed) return { formula: undefined, errors: [parsed.error] };
  const { compilation, evaluate, type } = compileTree(parsed.tree, scope);
  if (compilation.errors.length > 0) return { formula: undefined, errors: compilation.errors };
  return { formula: { evaluate, type, dependencies: compilation.dependencies }, errors: [] };
}

/** Returns the attribute to which each reference of a formula refers. */
export function resolveReferences(tree: FormulaTree, scope: FormulaScope): ResolvedReferences {
  return compileTree(tree, scope).compilation.references;
}

function compileTree(tree: FormulaTree, outer: FormulaScope): Compiled & { compilation: Compilation } {
  const compilation = new Compilation();
  let scope = outermostScope(outer, compilation);
  const bindings = tree.lets.map(({ name, value }) => {
    const compiled = scope.compile(value);
    const local = scope.takeLocal();
    scope = scope.withLet(name, compiled.type, local);
    return { local, evaluate: compiled.evaluate, size: compiled.size };
  });
  const body = scope.compile(tree.body);
  if (bindings.length === 0) return { ...body, compilation };
  const evaluate = (run: Run) => {
    // If a `let` definition fails, its problem is stored like a value, so that it has an effect only where the name of the definition is
    // used.
    for (const binding of bindings) run.locals[binding.local] = binding.evaluate(run);
    return body.evaluate(run);
  };
  return { evaluate, type: body.type, size: bindings.reduce((sum, { size }) => sum + size, body.size), compilation };
}

function outermostScope(outer: FormulaScope, compilation: Compilation): Scope {
  const rows = (outer.rows ?? []).map((composite, local) => ({ composite, local }));
  compilation.nextLocal = rows.length;
  const element = outer.element === undefined ? undefined : { local: rows.length, type: outer.element };
  if (element !== undefined) compilation.nextLocal += 1;
  return new Scope(outer, compilation, { lets: new Map(), rows, element, loops: 0 }, compileNode);
}
