import { listAttributes } from '@pimento/contract/wire';
import { type Attribute, describeFeed, detectFormat, documentOf, isFeedFormat, plainKindOf } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkFeedOptions } from '../../input/feed-file.ts';
import { openProductFile } from '../../input/product-file.ts';
import { guessTable } from '../../input/table-file.ts';
import { formatChoices, mappingChoices, type TableOptions } from '../../input/table-options.ts';
import { UsageError } from '../../input/usage-error.ts';
import { describeColumns, describeFormat, describeProducts } from '../../output/file-description.ts';

/** Returns the attribute definitions, or undefined if no service is configured, because the command also works without a service. */
async function findAttributes(context: CommandContext): Promise<readonly Attribute[] | undefined> {
  try {
    const client = await context.connect('client');
    return (await client.call(listAttributes)).attributes;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/**
 * Runs `pimento mappings guess`. Open questions about the columns are written to stderr.
 * @throws UsageError if the file is not a table
 */
export async function guessFile(context: CommandContext, path: string, options: TableOptions): Promise<void> {
  await using file = await openProductFile(path, path === '-' ? process.stdin : undefined);
  const chosen = formatChoices(options);
  const format = await detectFormat(file.bytes, { ...chosen, name: file.name, isPlain: true }, file.spool);
  if (format.kind === 'json' || format.kind === 'ndjson')
    throw new UsageError(`${file.name} is ${format.kind.toUpperCase()}, which needs no mapping.`);
  const attributes = (await findAttributes(context)) ?? [];
  const { mapping, questions } = await guessTable(file, format, attributes, mappingChoices(options));
  for (const { message } of questions) process.stderr.write(`${message}\n`);
  const document = documentOf(mapping, { ...chosen, kind: chosen.kind && plainKindOf(format) });
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
}

const shownProblems = 10;

const withoutService = '\nWithout the attributes of a service: name one with --url and --key.';

/** Runs `pimento files inspect`. This function is in a separate file, so that other commands do not load `@pimento/files`. */
export async function inspectFile(context: CommandContext, path: string, options: TableOptions): Promise<void> {
  await using file = await openProductFile(path, path === '-' ? process.stdin : undefined);
  const format = await detectFormat(file.bytes, { ...formatChoices(options), name: file.name }, file.spool);
  if (isFeedFormat(format)) {
    checkFeedOptions(format.feed, options);
    const attributes = await findAttributes(context);
    const limits = { spool: file.spool, maxProblems: shownProblems };
    const described = await describeFeed(file.bytes, format, attributes ?? [], limits);
    const problems = described.problems.map(({ problem }) => problem.message);
    const without = attributes === undefined ? [withoutService] : [];
    context.print(
      { format, ...described, problems },
      [describeFormat(format), '', describeProducts(described), ...without].join('\n'),
    );
    return;
  }
  if (format.kind === 'json' || format.kind === 'ndjson') {
    context.print({ format }, describeFormat(format));
    return;
  }
  const attributes = await findAttributes(context);
  const { rows, ...guessed } = await guessTable(file, format, attributes ?? [], mappingChoices(options));
  const without = attributes === undefined ? [withoutService] : [];
  const text = [describeFormat(format), '', describeColumns(guessed, rows), ...without].join('\n');
  context.print({ format, ...guessed }, text);
}
