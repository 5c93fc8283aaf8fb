import type { Run } from '../functions/run.ts';
import type { ValueMap } from '../functions/value-map.ts';
import type { FormulaError, FormulaErrorCode } from '../syntax/formula-error.ts';
import type { MemberNode, Node, ReferenceNode } from '../syntax/tree.ts';
import { builtInTables, type LookupTable } from '../tables/lookup-table.ts';
import type { Params, Span } from '../values/problem.ts';
import type { Result } from '../values/value.ts';
import type { AttributeIndex, FormulaAttribute } from './attribute-index.ts';
import { nearest } from './nearest.ts';
import type { SlotTable } from './slot-table.ts';
import { elementOf, type Type } from './type.ts';

/** Maximum number of errors with a suggested replacement. Finding a replacement compares a name with up to 20,000 attributes. */
const maxReplacements = 5;

export type Closure = (run: Run) => Result;

export interface Compiled {
  evaluate: Closure;
  type: Type;
  /** Number of nodes that an evaluation computes. Each node in a loop counts as one step per element. */
  size: number;
  /** The value of a literal, or undefined for other expressions. */
  constant?: Result;
}

/** The attributes, tables and other data that formulas can read. */
export interface FormulaScope {
  attributes: AttributeIndex;
  slots: SlotTable;
  tables?: ReadonlyMap<string, LookupTable>;
  maps?: ReadonlyMap<string, ValueMap>;
  accountFields?: ReadonlySet<string>;
  /** Composites whose rows enclose the formula, the outermost first. The row of the n-th composite is in local n, both counted from 0. */
  rows?: readonly FormulaAttribute[];
  /** Type of `it` if the formula is computed for each of several values. The local of this value follows the locals of the rows. */
  element?: Type;
}

/** The attributes, tables and other data that a formula reads. */
export interface Dependencies {
  attributes: Set<string>;
  tables: Set<string>;
  maps: Set<string>;
  accountFields: Set<string>;
  /** Time zones in which `today` is computed. The result changes at midnight in these zones. */
  zones: Set<string>;
  readsAssets: boolean;
  readsPackaging: boolean;
  readsCategory: boolean;
}

interface Place {
  local: number;
  type: Type;
}

/** Results that are collected while the parts of one formula are compiled. */
export class Compilation {
  readonly errors: FormulaError[] = [];
  readonly references = new Map<ReferenceNode | MemberNode, { key: string; isChild: boolean }>();
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
  nextLocal = 0;
}

/** The names that are visible at one position in a formula. */
interface Visible {
  lets: ReadonlyMap<string, Place>;
  /** The rows that enclose the position, the innermost last. */
  rows: readonly { composite: FormulaAttribute; local: number }[];
  /** The value that `it` refers to, or undefined if `it` has no meaning at the position. */
  element: Place | undefined;
  /** Number of loops around the position. */
  loops: number;
}

/** One position in a formula, with the names that are visible there. Collects the errors that are found there. */
export class Scope {
  readonly outer: FormulaScope;
  readonly compilation: Compilation;
  readonly visible: Visible;
  readonly #compileIn: (node: Node, scope: Scope) => Compiled;

  constructor(
    outer: FormulaScope,
    compilation: Compilation,
    visible: Visible,
    compileIn: (node: Node, scope: Scope) => Compiled,
  ) {
    this.outer = outer;
    this.compilation = compilation;
    this.visible = visible;
    this.#compileIn = compileIn;
  }

  compile(node: Node): Compiled {
    return this.#compileIn(node, this);
  }

  withLet(name: string, type: Type, local: number): Scope {
    return this.#with({ lets: new Map(this.visible.lets).set(name, { local, type }) });
  }

  /** Returns the scope of a condition over rows. The condition can read the children of the rows, and `it` is the row. */
  withRow(type: Type, composite: FormulaAttribute | undefined, local: number): Scope {
    const { rows } = this.visible;
    const element = { local, type: elementOf(type) };
    return this.#with({ rows: composite === undefined ? rows : [...rows, { composite, local }], element });
  }

  withElement(type: Type, local: number): Scope {
    return this.#with({ element: { local, type: elementOf(type) }, loops: this.visible.loops + 1 });
  }

  takeLocal(): number {
    this.compilation.nextLocal += 1;
    return this.compilation.nextLocal - 1;
  }

  findTable(name: string): LookupTable | undefined {
    return this.outer.tables?.get(name) ?? builtInTables.get(name);
  }

  /** Records an error. The first errors also get the most similar candidate, if one is similar enough, as `replacement`. */
  fail(code: FormulaErrorCode, span: Span, params: Params, candidates?: Iterable<string>): void {
    const name = params['name'];
    const isFirst = this.compilation.errors.length < maxReplacements;
    const replacement =
      isFirst && candidates !== undefined && name !== undefined ? nearest(String(name), candidates) : undefined;
    this.compilation.errors.push({ code, params, span, ...(replacement !== undefined && { replacement }) });
  }

  #with(visible: Partial<Visible>): Scope {
    return new Scope(this.outer, this.compilation, { ...this.visible, ...visible }, this.#compileIn);
  }
}
