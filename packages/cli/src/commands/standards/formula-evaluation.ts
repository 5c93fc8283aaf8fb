import type { Client } from '@pimento/client';
import { getProduct, listAttributes } from '@pimento/contract/wire';
import {
  type AssetFacts,
  AttributeIndex,
  type CompiledFormula,
  compileFormula,
  type FormulaError,
  parseDate,
  Problem,
  type RawValue,
  reservedAttributes,
  type Result,
  Run,
  SlotTable,
} from '@pimento/formula';
import { sentenceOf } from '@pimento/formula/editor';
import { formulaAttributes, formulaProduct } from '../../input/formula-attributes.ts';
import { type ChannelFacts, packagingOf, readAssets, readChannelFacts } from '../../input/formula-facts.ts';
import { formulaValue } from '../../output/formula-value.ts';

export interface EvalOptions {
  product: string;
  channel?: string;
}

interface Fault {
  code: string;
  message: string;
  line: number | undefined;
  column: number | undefined;
}

export type FormulaEvaluation = { value: ReturnType<typeof formulaValue> } | { errors: Fault[] };

const fault = (error: FormulaError | Problem): Fault => {
  const hint = 'replacement' in error && error.replacement !== undefined ? ` Did you mean ${error.replacement}?` : '';
  const { span } = error;
  return { code: error.code, message: sentenceOf(error, 'en') + hint, line: span?.line, column: span?.column };
};

const noChannel: ChannelFacts = { scope: {}, accountFields: new Map() };

/**
 * Evaluates a formula for a product in this process. The service only provides data: the product, the definitions, the facts about the
 * product's files and, if a channel is given, the value maps and tables of its draft and the fields of its account.
 */
export async function evaluateFormula(
  client: Client,
  text: string,
  { product: productId, channel }: EvalOptions,
): Promise<FormulaEvaluation> {
  const [{ attributes: definitions }, { product }] = await Promise.all([
    client.call(listAttributes),
    client.call(getProduct, { params: { productId } }),
  ]);
  const { scope, accountFields } = channel === undefined ? noChannel : await readChannelFacts(client, channel);
  const attributes = formulaAttributes(definitions);
  const slots = new SlotTable();
  const index = new AttributeIndex([...reservedAttributes, ...attributes]);
  const { formula, errors } = compileFormula(text, { ...scope, attributes: index, slots });
  if (formula === undefined) return { errors: errors.map(fault) };
  const values: RawValue[] = [];
  slots.fill(formulaProduct(product, attributes), values);
  const common = { accountFields, categoryPath: [], packaging: packagingOf(product) };
  const result = await run(client, formula, values, common);
  return result instanceof Problem ? { errors: [fault(result)] } : { value: formulaValue(result) };
}

/**
 * Evaluates a formula repeatedly until the facts of all files that it reads are known. Each evaluation collects the files whose facts must
 * be fetched for the next evaluation.
 */
async function run(
  client: Client,
  formula: CompiledFormula,
  values: readonly RawValue[],
  common: Pick<ConstructorParameters<typeof Run>[1], 'accountFields' | 'categoryPath' | 'packaging'>,
): Promise<Result> {
  // the current date in UTC
  const asOf = parseDate(new Date().toISOString().slice(0, 10));
  if (asOf === undefined) throw new Error('the clock has no date');
  const known = new Map<string, AssetFacts | undefined>();
  for (;;) {
    const unread = new Set<string>();
    const findAsset = (id: string) => {
      if (!known.has(id)) unread.add(id);
      return known.get(id);
    };
    const result = formula.evaluate(new Run(values, { ...common, asOf, findAsset }));
    if (unread.size === 0) return result;
    const found = await readAssets(client, unread);
    for (const id of unread) known.set(id, found.get(id));
  }
}
