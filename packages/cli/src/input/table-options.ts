import type { Encoding, FeedName, FileKind, FormatChoices, MappingChoices } from '@pimento/files';
import { type Command, Option } from 'commander';
import { collect } from './option-list.ts';

type InputFormat = Exclude<FileKind, 'xml'> | FeedName;

/** Options of commands that read a file of products. */
export interface TableOptions {
  format?: InputFormat;
  encoding?: Encoding;
  delimiter?: string;
  sheet?: string;
  id?: string;
  ignore?: string[];
  decimal?: '.' | ',';
  date?: 'dmy' | 'mdy';
  continued?: true;
}

/** Encodings of CSV files. They are repeated here, because importing the list would load `@pimento/files` in every command. */
const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/** Names of the feeds. They are repeated here for the same reason as `encodings`. */
const feeds: Record<FeedName, true> = {
  'shopify-csv': true,
  'google-tsv': true,
  'google-xml': true,
  akeneo: true,
  woocommerce: true,
  gdsn: true,
  bmecat: true,
  'json-ld': true,
  'open-food-facts': true,
  amazon: true,
};

const isFeed = (format: InputFormat): format is FeedName => format in feeds;

/** Adds the options that determine how a file is read. */
export function addTableOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'format of the file: a kind of file, or a feed (default: detected from its content)',
      ).choices(['json', 'ndjson', 'csv', 'xlsx', ...Object.keys(feeds)]),
    )
    .addOption(new Option('--encoding <encoding>', 'encoding of a CSV file (default: detected)').choices(encodings))
    .option('--delimiter <character>', 'delimiter of a CSV file; "tab" for tabs (default: detected)')
    .option('--sheet <name>', 'sheet of a workbook (default: the first visible one)')
    .option('--id <column>', 'header or letters of the column with the product ids')
    .addOption(new Option('--ignore <column>', 'ignore this column; repeatable').argParser(collect))
    .option('--continued', 'rows without an id continue the product of the row above')
    .addOption(
      new Option('--decimal <sign>', 'decimal sign of number attributes (default: detected)').choices(['.', ',']),
    )
    .addOption(
      new Option('--date <order>', 'order of day and month in date attributes (default: detected)').choices([
        'dmy',
        'mdy',
      ]),
    );
}

export const formatChoices = ({ format, encoding, delimiter, sheet }: TableOptions): FormatChoices => ({
  kind: format === undefined || isFeed(format) ? undefined : format,
  feed: format !== undefined && isFeed(format) ? format : undefined,
  encoding,
  delimiter: delimiter === 'tab' ? '\t' : delimiter,
  sheet,
});

export const mappingChoices = ({ id, ignore, decimal, date, continued }: TableOptions): MappingChoices => ({
  id,
  ignore,
  decimal,
  date,
  continued,
});
