import {
  AttributeIndex,
  type CompiledFormula,
  compileFormula,
  createValueMap,
  type FormulaScope,
  Problem,
  type Result,
  Row,
  type Run,
  SlotTable,
  toText,
} from '@pimento/formula';
import { attributes, codes } from './products.ts';

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index));

/** 60 references to 50 string attributes and 10 numbers. */
const references = [...repeat(50, (n) => `text_${n}`), ...repeat(10, (n) => `number_${n}`)];
/** 20 formulas of two steps. */
const twoSteps = [
  ...repeat(4, (n) => `join(" ", text_${n}, text_${n + 1}, code_${n}) | truncate(30)`),
  ...repeat(4, (n) => `text_${n} | squeeze | capitalize`),
  ...repeat(4, (n) => `if(number_${n} > 5000, "in_stock", "out_of_stock") | upper`),
  ...repeat(4, (n) => `number_${n} * 1.19 | round(2)`),
  ...repeat(4, (n) => `default(text_${n}, "none") | replace(" ", "-")`),
];
const mapped = repeat(10, (n) => `mapped("map_${n}", code_${n})`);
const conversions = repeat(5, (n) => `weight_${n} | convert("lb") | round(2)`);
const children = ['name', 'value & " " & unit'];

/** A target that is a list, with the formula that returns its rows and the formulas for the children of each row. */
interface Composite {
  rows: CompiledFormula;
  children: readonly CompiledFormula[];
}

/** The 100 targets of the benchmark. */
export class Targets {
  readonly slots = new SlotTable();
  readonly #values: readonly CompiledFormula[];
  readonly #composites: readonly Composite[];

  constructor() {
    const scope: FormulaScope = {
      attributes: new AttributeIndex(attributes),
      slots: this.slots,
      maps: new Map(
        mapped.map((_, n) => [
          `map_${n}`,
          createValueMap(new Map(codes.map((code) => [code, `${code} of ${n}`])), true),
        ]),
      ),
    };
    this.#values = [...references, ...twoSteps, ...mapped, ...conversions].map((text) => compile(text, scope));
    this.#composites = attributes
      .filter(({ type }) => type === 'composite')
      .map((composite) => ({
        rows: compile(`rows(${composite.id}, filled(value))`, scope),
        children: children.map((text) => compile(text, { ...scope, rows: [composite] })),
      }));
  }

  /** Computes all targets of a product and converts them to text. Returns the number of characters. */
  evaluate(run: Run): number {
    let printed = 0;
    for (const formula of this.#values) {
      run.startTarget();
      printed += print(formula.evaluate(run)).length;
    }
    for (const { rows, children } of this.#composites) {
      run.startTarget();
      for (const row of rowsOf(rows.evaluate(run))) {
        run.locals[0] = row;
        for (const child of children) printed += print(child.evaluate(run)).length;
      }
    }
    return printed;
  }
}

function compile(text: string, scope: FormulaScope): CompiledFormula {
  const { formula, errors } = compileFormula(text, scope);
  if (formula === undefined) throw new Error(`${text}: ${JSON.stringify(errors)}`);
  return formula;
}

function rowsOf(result: Result): Row[] {
  return Array.isArray(result) ? result.filter((row) => row instanceof Row) : [];
}

function print(result: Result): string {
  const text = result instanceof Problem ? result : toText(result);
  if (text instanceof Problem) throw new Error(`a target has the problem ${text.code}`);
  return text;
}
