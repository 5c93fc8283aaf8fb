import {
  getMappingCoverage,
  listMappingSuggestions,
  listValueSuggestions,
  type MappingCoverage,
  type MappingPreview,
  previewMapping,
} from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { countOption } from '../../input/count-option.ts';
import { collect } from '../../input/option-list.ts';
import { contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { readMapping } from './mapping-version-commands.ts';

interface PreviewOptions {
  id?: string[];
  target?: string;
  limit: number;
}

interface SuggestOptions {
  target?: string;
  map?: string;
}

const maxShown = 60;

function shown(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text;
}

function previewRows({ products }: MappingPreview): string[][] {
  return products.flatMap(({ productId, before, after, targets }) => [
    [productId, '', before?.outcome ?? '', after.outcome, ''],
    ...targets.map((one) => [
      '',
      one.target,
      shown(one.before),
      shown(one.after),
      one.problems.map(({ message }) => message).join(' '),
    ]),
  ]);
}

/** Adds the command that shows how a mapping converts products. */
export function addPreview(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('preview')
    .description('Show what the draft, or a file, does with real products, compared with the published version')
    .argument('<channelId>', 'the channel')
    .argument('[file]', 'JSON document; "-" for stdin (default: the draft)')
    .addOption(new Option('--id <productId>', 'only this product; repeatable').argParser(collect))
    .option('--target <target>', 'only this target')
    .addOption(countOption('products', 5))
    .action(async (channelId: string, file: string | undefined, options: PreviewOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const preview = await client.call(previewMapping, {
        params: { channelId },
        body: {
          ...(file !== undefined && { mapping: await readMapping(file) }),
          productIds: options.id,
          target: options.target,
          limit: Math.max(options.limit, options.id?.length ?? 0),
        },
      });
      const headers = ['product', 'target', 'before', 'after', 'problems'];
      context.print(preview, tableOr('There are no products.', headers, previewRows(preview)));
    });
}

/**
 * Returns a table with the share of products that have a value for each target. Shares are rounded down, so that 100 % means all products,
 * but are at least 1 % if any product has a value.
 */
export function describeCoverage({ products, isSampled, targets }: MappingCoverage): string {
  const rows = targets.map(({ target, applies, filled }) => [
    target,
    `${filled} of ${applies}`,
    `${filled === 0 ? 0 : Math.max(1, Math.floor((100 * filled) / applies))} %`,
  ]);
  const table = tableOr('There are no products.', ['target', 'products', 'share'], rows);
  return isSampled ? `${table}\nA sample of ${products} products. The shares of all products can differ.` : table;
}

/** Adds the command that counts the products with a value for each target. */
export function addCoverage(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('coverage')
    .description(
      'Count the products that get a value from the draft, target by target; with many products, of a sample',
    )
    .argument('<channelId>', 'the channel')
    .action(async (channelId: string, _options: object, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const coverage = await client.call(getMappingCoverage, { params: { channelId } });
      context.print(coverage, describeCoverage(coverage));
    });
}

/** Adds the command that suggests attributes for targets, and entries for a value map. */
export function addSuggest(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('suggest')
    .description('Suggest attributes for targets that the draft does not map, or entries for a value map')
    .argument('<channelId>', 'the channel')
    .option('--target <target>', 'only this target, even if it is mapped')
    .addOption(
      new Option('--map <mapId>', 'the values that this value map lacks, with suggestions').conflicts('target'),
    )
    .action(async (channelId: string, { map: mapId, ...query }: SuggestOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      if (mapId !== undefined) {
        const found = await client.call(listValueSuggestions, { params: { channelId, mapId } });
        const rows = found.values.map(({ value, products, target, suggestion }) => [
          value,
          products,
          target,
          suggestion?.to ?? '',
        ]);
        const headers = ['value', 'products', 'target', 'suggestion'];
        context.print(found, tableOr('The value map lacks no values.', headers, rows));
        return;
      }
      const found = await client.call(listMappingSuggestions, { params: { channelId }, query });
      const rows = found.targets.flatMap(({ target, suggestions }) =>
        suggestions.map((one) => [target, one.formula, one.score, one.isClear ? 'clear' : '', one.reasons.join(', ')]),
      );
      context.print(
        found,
        tableOr('There are no suggestions.', ['target', 'formula', 'score', '', 'because of'], rows),
      );
    });
}
