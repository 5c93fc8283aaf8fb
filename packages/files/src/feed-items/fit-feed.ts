import { type Attribute, attributeTree, type AttributeNode } from '../columns/attribute-tree.ts';
import { findAttribute } from '../columns/column-name.ts';
import type { FeedValue, FeedValues } from '../feed-types.ts';
import type { MappedProduct } from '../mapping/map-rows.ts';
import { rowProblem, type RowProblem } from '../mapping/row-problem.ts';
import { asList, asRows, type FeedItem, isRows, textIn } from './feed-item.ts';
import type { FeedShape, ValueShape } from './feed-shape.ts';

/** The form to which a value is converted. */
interface Target {
  /** Key of the value in the product or row. */
  key: string;
  kind: 'value' | 'list' | 'rows';
  shape: FeedShape | undefined;
  children: ReadonlyMap<string, AttributeNode> | undefined;
}

const kindOf = (isList: boolean, hasRows: boolean): Target['kind'] => (hasRows ? 'rows' : isList ? 'list' : 'value');

function targetOf(key: string, node: AttributeNode | undefined, shape: ValueShape | undefined): Target {
  if (node !== undefined) {
    const kind = kindOf(node.multiValue, node.children !== undefined);
    return { key: node.key, kind, shape: shape?.rows, children: node.children };
  }
  const kind = kindOf(shape?.isList ?? false, shape?.rows !== undefined);
  return { key, kind, shape: shape?.rows, children: undefined };
}

/** Converts the values of one product to the form that their attributes require. */
class ProductFit {
  readonly problems: RowProblem[];
  readonly #row: number;
  readonly #isLine: boolean;

  constructor({ rows, problems }: FeedItem) {
    this.problems = [...problems];
    this.#row = rows[0]?.row ?? 0;
    this.#isLine = rows[0]?.cells.length === 0;
  }

  objectOf(values: FeedValues, find: (key: string) => Target): Record<string, unknown> {
    const object = Object.create(null) as Record<string, unknown>; // without a prototype, because a name can be `__proto__`
    for (const [key, value] of values) {
      const target = find(key);
      const fitted = this.#fit(value, target, key);
      if (fitted === undefined) continue;
      if (target.key in object) this.#report('name-repeated', key, '');
      else object[target.key] = fitted;
    }
    return object;
  }

  #fit(value: FeedValue, { kind, shape, children }: Target, key: string): unknown {
    if (kind === 'rows') {
      const hasText = isRows(value) || children === undefined || children.has('text');
      if (!hasText) return this.#report('text-for-rows', key, asList(value).join(' | '));
      const find = (name: string) => targetOf(name, children?.get(name), shape?.get(name));
      return asRows(value).map((row) => this.objectOf(row, find));
    }
    if (isRows(value)) return this.#report('rows-for-text', key, '');
    if (kind === 'list') return asList(value);
    if (typeof value === 'string') return value;
    return value.length === 1 ? value[0] : this.#report('several-values', key, value.join(' | '));
  }

  #report(
    code: 'rows-for-text' | 'text-for-rows' | 'several-values' | 'name-repeated',
    header: string,
    value: string,
  ): undefined {
    this.problems.push(rowProblem(code, this.#row, { header, value, isLine: this.#isLine }));
  }
}

/**
 * Returns the problems with the id of their product in the message. The number of the row is not enough: several products of a feed can
 * come from one row, and the line number in an XML file does not help to find a product.
 */
function namedProblems({ values, rows }: FeedItem, problems: readonly RowProblem[]): RowProblem[] {
  const productId = textIn(values, '__ID');
  if (productId === '') return [...problems];
  const isLine = rows[0]?.cells.length === 0;
  return problems.map(({ code, row, ...at }) => rowProblem(code, row, { ...at, isLine, productId }));
}

/**
 * Converts the values of a feed to the form that their attributes require, which is one value, a list, or rows. New attributes get the form
 * that fits all products of the feed. A product with values that do not fit gets a problem.
 * @param attributes the definitions of the client, and those of `missingDefinitions` if they were created or are assumed
 */
export async function* fitFeed(
  items: AsyncIterable<FeedItem>,
  shape: FeedShape,
  attributes: readonly Attribute[],
): AsyncGenerator<MappedProduct, void, undefined> {
  const tree = attributeTree(attributes);
  const targets = new Map<string, Target>();
  const find = (key: string): Target => {
    const known = targets.get(key);
    if (known !== undefined) return known;
    const target = targetOf(key, findAttribute(tree, key), shape.get(key));
    targets.set(key, target);
    return target;
  };
  for await (const item of items) {
    const fit = new ProductFit(item);
    const product = fit.objectOf(item.values, find);
    if (!item.values.has('__ID')) {
      const { row = 0, cells = [] } = item.rows[0] ?? {};
      fit.problems.unshift(rowProblem('id-missing', row, { isLine: cells.length === 0 }));
    }
    yield { product, rows: item.rows, problems: namedProblems(item, fit.problems), rowOf: undefined };
  }
}
