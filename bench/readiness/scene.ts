import { open } from 'node:fs/promises';
import { attributes, codes, ProductSource } from '../formula/products.ts';

const repeat = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const text = { id: 'string' };

/** The definitions of the client's attributes. Every product has values for all of these attributes. */
export const definitions = attributes.flatMap(({ id, type, units, children = [] }) => [
  { id, name: id, type: { id: type, ...(type === 'composite' && { multiValue: true }) }, ...(units && { units }) },
  ...children.map((child) => ({ id: child.id, name: child.id, compositeAttribute: id, type: text })),
]);

/**
 * The formulas: 60 references, 20 formulas of two steps, 10 value maps of 500 entries to lists of 1,000 values, 5 conversions, and 5
 * composites of 10 rows.
 */
const formulas = {
  reference: [...repeat(50, (n) => `text_${n}`), ...repeat(10, (n) => `number_${n}`)],
  steps: [
    ...repeat(5, (n) => `join(" ", text_${n}, text_${n + 1}) | truncate(60)`),
    ...repeat(5, (n) => `text_${n} | squeeze | capitalize`),
    ...repeat(5, (n) => `number_${n} * 1.19 | round(2)`),
    ...repeat(5, (n) => `default(text_${n}, "none") | replace(" ", "-")`),
  ],
  mapped: repeat(10, (n) => `code_${n}`),
  converted: repeat(5, (n) => `weight_${n}`),
};

const listOf = (n: number) => ({ id: `list_${n}`, values: repeat(1_000, (value) => ({ value: `${n}-${value}` })) });

/** A data standard of 100 targets. In some products, the value of `t_reference_0` is longer than allowed. */
export const standard = (maxLength = 20) => ({
  format: 'pimento-standard/1',
  name: 'Bench',
  valueLists: repeat(10, listOf),
  attributes: [
    ...formulas.reference.map((_, n) => ({
      id: `t_reference_${n}`,
      name: `Reference ${n}`,
      type: n < 50 ? text : { id: 'decimal' },
      requirement: n < 20 ? 'required' : 'optional',
      ...(n === 0 && { restriction: { parameters: { maxLength } } }),
    })),
    ...formulas.steps.map((_, n) => ({
      id: `t_steps_${n}`,
      name: `Steps ${n}`,
      type: text,
      requirement: 'recommended',
    })),
    ...formulas.mapped.map((_, n) => ({
      id: `t_mapped_${n}`,
      name: `Mapped ${n}`,
      type: text,
      restriction: { valueList: `list_${n}` },
    })),
    ...formulas.converted.map((_, n) => ({
      id: `t_weight_${n}`,
      name: `Weight ${n}`,
      type: { id: 'quantity' },
      units: ['lb'],
    })),
    ...repeat(5, (n) => ({ id: `t_rows_${n}`, name: `Rows ${n}`, type: { id: 'composite', multiValue: true } })),
    ...repeat(5, (n) =>
      ['name', 'value'].map((child) => ({
        id: `${child}_${n}`,
        name: child,
        compositeAttribute: `t_rows_${n}`,
        type: text,
      })),
    ).flat(),
  ],
});

export const mapping = () => ({
  format: 'pimento-mapping/1' as const,
  targets: [
    ...formulas.reference.map((value, n) => ({ target: `t_reference_${n}`, value })),
    ...formulas.steps.map((value, n) => ({ target: `t_steps_${n}`, value })),
    ...formulas.mapped.map((value, n) => ({ target: `t_mapped_${n}`, value, map: `map_${n}` })),
    ...formulas.converted.map((value, n) => ({
      target: `t_weight_${n}`,
      value: `${value} | convert("lb") | round(2)`,
    })),
    ...repeat(5, (n) => ({
      target: `t_rows_${n}`,
      rows: `rows(composite_${n}, filled(value))`,
      children: [
        { target: `name_${n}`, value: 'name' },
        { target: `value_${n}`, value: 'value & " " & unit' },
      ],
    })),
  ],
  maps: Object.fromEntries(
    repeat(10, (n) => [`map_${n}`, { entries: Object.fromEntries(codes.map((code, at) => [code, `${n}-${at}`])) }]),
  ),
});

/** Writes an import file. The ids of its products are always the same, but their values depend on the seed. */
export async function writeProducts(file: string, count: number, seed: number): Promise<void> {
  await using out = await open(file, 'w');
  const source = new ProductSource(seed);
  await out.write('{"products":[');
  for (let from = 0; from < count; from += 500) {
    const lines = source
      .take(Math.min(500, count - from))
      .map(
        (product, at) =>
          `${from + at > 0 ? ',' : ''}{"__ID":"P${String(from + at).padStart(9, '0')}",${product.slice(1)}`,
      );
    await out.write(lines.join('\n'));
  }
  await out.write(']}');
}
