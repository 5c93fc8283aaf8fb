import type { ExportFilter } from '@pimento/client';
import { type Command, Option } from 'commander';
import { collect } from './option-list.ts';

export interface FilterOptions {
  id?: string[];
  family?: string;
  category?: string;
  text?: string;
  updatedSince?: string;
  updatedBefore?: string;
  createdSince?: string;
  createdBefore?: string;
  readiness?: string[];
  channelState?: string[];
  where?: string[];
  field?: string[];
}

export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--id <productId>', 'only this product; repeatable').argParser(collect))
    .option('--family <family>', 'only products of this family')
    .option('--category <category>', 'only products of this category')
    .option('--text <text>', 'part of the id or the name, case-insensitive')
    .option('--updated-since <time>', 'only products changed since this time, like 2026-01-31T12:00:00Z')
    .option('--updated-before <time>', 'only products whose last change was before this time')
    .option('--created-since <time>', 'only products created since this time')
    .option('--created-before <time>', 'only products created before this time')
    .addOption(
      new Option(
        '--readiness <channelId:outcome>',
        'only products with this outcome on a channel, repeatable: shop:ready, shop:incomplete, shop:invalid, shop:unmapped, shop:checking',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--channel-state <channelId:state>',
        'only products in this state on a channel, repeatable: shop:Rejected, shop:Returned, shop:Ready, …',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--where <condition>',
        'a condition on an attribute, repeatable: color=blue equals, color~blu contains, color! is empty, color* is not, color!=blue, color^=bl begins with, color|=blue|red any of, weight>=10, released<2026-01-31',
      ).argParser(collect),
    )
    .addOption(
      new Option('--field <attribute>', 'only this attribute in addition to the id; repeatable').argParser(collect),
    );
}

export function filterOf(options: FilterOptions): ExportFilter {
  return {
    productId: options.id,
    family: options.family,
    category: options.category,
    text: options.text,
    updatedSince: options.updatedSince,
    updatedBefore: options.updatedBefore,
    createdSince: options.createdSince,
    createdBefore: options.createdBefore,
    readiness: options.readiness,
    channelState: options.channelState,
    where: options.where,
    fields: options.field,
  };
}
