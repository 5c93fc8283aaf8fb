import type { DataStandard } from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { convertAgenticCommerce, productPointer } from '../../convert/agentic-commerce.ts';
import type { Conversion } from '../../convert/conversion.ts';
import { convertJsonSchema } from '../../convert/json-schema.ts';
import { convertShopifyTaxonomy } from '../../convert/shopify-taxonomy.ts';
import { mergeStandards } from '../../convert/standard-merge.ts';
import { readJsonFile } from '../../input/json-file.ts';
import { readSourceFiles, type SourceFile } from '../../input/source-files.ts';
import { UsageError } from '../../input/usage-error.ts';
import { formatTable } from '../../output/table.ts';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { replaceFile } from './document-output.ts';
import { counted } from '../../output/counted.ts';

const formats = ['jsonschema', 'acp', 'shopify-taxonomy'] as const;
type Format = (typeof formats)[number];

interface ConvertOptions {
  from: Format;
  root?: string;
  name?: string;
  into?: string;
}

function convert(files: readonly SourceFile[], { from, root }: ConvertOptions): Conversion {
  if (from === 'shopify-taxonomy') return convertShopifyTaxonomy(files);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new UsageError(`The format ${from} reads one file.`);
  const pointer = (root ?? (from === 'acp' ? productPointer : '')).replace(/^#/, '');
  const read = from === 'acp' ? convertAgenticCommerce : convertJsonSchema;
  const conversion = read(file.content, file.name, pointer);
  if (conversion !== undefined) return conversion;
  const where = pointer === '' ? 'The top level' : pointer;
  throw new UsageError(
    `${where} of ${file.name} is not an object with properties. Name the schema of one product, like --root '#/$defs/Product'.`,
  );
}

async function readStandard(path: string): Promise<DataStandard> {
  // The schemas are loaded on demand, because loading them takes longer than most commands.
  const { dataStandardSchema } = await import('@pimento/contract');
  const read = dataStandardSchema.safeParse(await readJsonFile(path));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`${path} is not a data standard: /${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`);
}

function describe({ standard, untranslated }: Conversion): string {
  const { attributes = [], categories = [], valueLists = [], rules = [] } = standard;
  const values = valueLists.reduce((sum, list) => sum + (list.values?.length ?? 0), 0);
  const counts = `${counted(attributes.length, 'attribute')}, ${counted(categories.length, 'category', 'categories')}, ${counted(values, 'value')}, ${counted(rules.length, 'rule')}.`;
  if (untranslated.length === 0) return counts;
  const rows = untranslated.slice(0, 50).map(({ position, reason }) => [position, reason]);
  const more =
    untranslated.length > rows.length ? `\n… and ${untranslated.length - rows.length} more (--json lists all)` : '';
  return `${counts}\n\nNot translated:\n${formatTable(['position', 'reason'], rows)}${more}`;
}

/**
 * Writes the standard to stdout, so that it can be piped, and the parts of the source that were not converted to stderr. With `--json`,
 * both are in one document on stdout.
 */
function printConversion(context: CommandContext, conversion: Conversion): void {
  if (!context.isJson) process.stderr.write(`${describe(conversion)}\n`);
  context.print(conversion, JSON.stringify(conversion.standard, undefined, 2));
}

const help = `
jsonschema: the JSON Schema of one product. acp: the product feed of the Agentic Commerce Protocol.
shopify-taxonomy: the folder data/categories and the file dist/en/attributes.json.
Anything that has no counterpart is listed, with its position. Check the result before you publish it.

Examples:
  $ pimento standards convert --from jsonschema product.schema.json > standard.json
  $ pimento standards convert --from jsonschema bundle.json --root '#/$defs/Product' --name "My shop"
  $ pimento standards convert --from shopify-taxonomy data/categories dist/en/attributes.json --into standard.json`;

export function addConvert(standards: Command, surroundings: Surroundings): void {
  standards
    .command('convert')
    .description('Convert a product schema to a data standard; reads only local files')
    .argument('<file...>', 'JSON or YAML files, or folders')
    .addOption(new Option('--from <format>', 'format of the files').choices(formats).makeOptionMandatory())
    .option('--root <pointer>', 'JSON Pointer of the schema of one product')
    .option('--name <name>', 'name of the standard')
    .option('--into <file>', 'add the items to this standard, which keeps its own')
    .addHelpText('after', help)
    .action(async (paths: string[], options: ConvertOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const { into, name } = options;
      const read = convert(await readSourceFiles(paths), options);
      const converted = into === undefined ? read : mergeStandards(await readStandard(into), read);
      const standard = name === undefined ? converted.standard : { ...converted.standard, name };
      const conversion = { ...converted, standard };
      if (into === undefined) return printConversion(context, conversion);
      await replaceFile(into, `${JSON.stringify(standard, undefined, 2)}\n`);
      const { untranslated } = conversion;
      context.print({ file: into, untranslated }, `Wrote ${into}: ${describe(conversion)}`);
    });
}
