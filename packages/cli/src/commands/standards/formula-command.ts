import type { Client } from '@pimento/client';
import { getProduct, listAttributes } from '@pimento/contract';
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
import type { Command } from 'commander';
import { formulaAttributes, formulaProduct } from '../../input/formula-attributes.ts';
import { type ChannelFacts, packagingOf, readAssets, readChannelFacts } from '../../input/formula-facts.ts';
import { formulaValue } from '../../output/formula-value.ts';
import { contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';

interface EvalOptions {
  product: string;
  channel?: string;
}

interface Fault {
  code: string;
  message: string;
  line: number | undefined;
  column: number | undefined;
}

type Evaluation = { value: ReturnType<typeof formulaValue> } | { errors: Fault[] };

const fault = (error: FormulaError | Problem): Fault => {
  const hint = 'replacement' in error && error.replacement !== undefined ? ` Did you mean ${error.replacement}?` : '';
  const { span } = error;
  return { code: error.code, message: sentenceOf(error, 'en') + hint, line: span?.line, column: span?.column };
};

const noChannel: ChannelFacts = { scope: {}, accountFields: new Map() };

/** Evaluates a formula for a product; the service only supplies the product, the definitions and what is known about its files. */
async function evaluate(
  client: Client,
  text: string,
  { product: productId, channel }: EvalOptions,
): Promise<Evaluation> {
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

/** Runs a formula until it reads only files that are known; each run finds out which files it reads next. */
async function run(
  client: Client,
  formula: CompiledFormula,
  values: readonly RawValue[],
  common: Pick<ConstructorParameters<typeof Run>[1], 'accountFields' | 'categoryPath' | 'packaging'>,
): Promise<Result> {
  // today, in UTC
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

const help = `
The formula is evaluated by this command, exactly as the service does it. With --channel it can also use the value
maps and tables of the channel's draft and the fields of the account.

Examples:
  $ pimento formula eval 'join(" ", brand, __NAME) | truncate(150)' --product PEN-1
  $ pimento formula eval 'mapped("colors", color)' --product PEN-1 --channel my-shop

Exit code 1: the formula has errors, or returns a problem for the product.`;

export function addFormulaCommands(program: Command, surroundings: Surroundings): void {
  program
    .command('formula')
    .description('Formulas of mappings: eval')
    .command('eval')
    .description('Evaluate a formula for one product')
    .argument('<formula>', 'the formula')
    .requiredOption('--product <productId>', 'the product')
    .option('--channel <channelId>', 'the channel whose value maps, tables and account the formula can use')
    .addHelpText('after', help)
    .action(async (text: string, options: EvalOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const found = await evaluate(await context.connect('client'), text, options);
      if ('errors' in found) {
        const lines = found.errors.map(({ line, column, message }) => `${line ?? 1}:${column ?? 1} ${message}`);
        context.print(found, lines.join('\n'));
        context.setExitCode(exitCodes.rejected);
      } else {
        const { value } = found;
        context.print(
          found,
          typeof value === 'string' ? value : value === null ? '(empty)' : JSON.stringify(value, undefined, 2),
        );
      }
    });
}
