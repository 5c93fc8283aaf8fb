import { convertAttribute, getConversionProgress, previewConversion, splitAttribute } from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { chooseClient } from '../input/chosen-client.ts';
import { type CommandContext, contextOf, type Surroundings } from './command-context.ts';
import {
  type ConversionTarget,
  describeLists,
  describeOutcome,
  describePreview,
} from '../output/conversion-summary.ts';
import { watchConversion, watchSplit } from '../output/conversion-watch.ts';
import { exitCodes } from './exit-codes.ts';
import { isConfirmed } from '../input/question.ts';
import { createStepProgress } from '../output/step-progress.ts';
import { UsageError } from '../input/usage-error.ts';
import { counted } from '../output/counted.ts';

interface ConvertOptions {
  to: ConversionTarget;
  client?: string;
  yes?: boolean;
  dryRun?: boolean;
}

async function runConversion(context: CommandContext, attributeId: string, options: ConvertOptions): Promise<void> {
  const { to } = options;
  const service = await context.connect('operator');
  const params = { clientId: await chooseClient(service, options.client), attributeId };
  const preview = await service.call(previewConversion, { params });
  if (!preview.convertible) {
    throw new UsageError(`${preview.path} is a composite; convert one of its attributes instead.`);
  }
  const isThereAlready = preview.type === to;
  if (!isThereAlready) {
    const before = await service.call(getConversionProgress, { params });
    const referred = Object.values(before.assets).reduce((sum, count) => sum + count, 0);
    const text = describePreview(preview, to, referred);
    if (options.dryRun) {
      context.print(preview, text);
      return;
    }
    if (!context.isJson) process.stdout.write(`${text}\n\n`);
    const isWanted = options.yes || (await isConfirmed(`Convert it to ${to}?`, '--yes'));
    if (!isWanted) {
      context.print({ converted: false, preview }, 'Nothing was changed.');
      return;
    }
    await service.call(convertAttribute, { params, body: { type: to } });
    process.stderr.write(
      'The service continues the conversion if you stop this command; run it again to see the progress.\n',
    );
  }
  const shown = createStepProgress(process.stderr);
  const progress = await watchConversion(service, params, preview.products, shown);
  shown.clear();
  const outcome = describeOutcome(preview.path, to, progress);
  context.print({ converted: !isThereAlready, preview, ...progress }, outcome);
  if (progress.assets.failed > 0 && to === 'asset') context.setExitCode(exitCodes.rejected);
}

type SplitOptions = Pick<ConvertOptions, 'client' | 'yes' | 'dryRun'>;

async function runSplit(context: CommandContext, attributeId: string, options: SplitOptions): Promise<void> {
  const service = await context.connect('operator');
  const params = { clientId: await chooseClient(service, options.client), attributeId };
  const preview = await service.call(previewConversion, { params });
  const text = describeLists(preview);
  if (options.dryRun || preview.lists.values === 0) {
    context.print(preview, text);
    return;
  }
  if (!context.isJson) process.stdout.write(`${text}\n\n`);
  const isWanted = options.yes || (await isConfirmed('Split them?', '--yes'));
  if (!isWanted) {
    context.print({ split: null, preview }, 'Nothing was changed.');
    return;
  }
  await service.call(splitAttribute, { params });
  const shown = createStepProgress(process.stderr);
  const split = await watchSplit(service, params, preview.products, shown);
  shown.clear();
  const changed = counted(split?.changed ?? 0, 'product');
  context.print({ split, preview }, `The lists of ${preview.path} were split in ${changed}.`);
}

export function addAttributeCommands(program: Command, surroundings: Surroundings): void {
  const attributes = program.command('attributes').description('Convert attributes to assets and back; for operators');
  attributes
    .command('convert')
    .description('Convert an attribute with URLs or ids to the type asset, or back to string')
    .argument('<attribute>', 'id of a top-level attribute, or Parent/Child')
    .addOption(new Option('--to <type>', 'the new type').choices(['asset', 'string']).default('asset'))
    .option('--client <clientId>', 'client of the attribute (default: the only client)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only show the preview')
    .addHelpText(
      'after',
      `
Shows how many of the stored values are URLs, ids or neither, asks for confirmation, and converts the attribute: URLs are
downloaded, ids wait for their uploads, in later imports too. The service continues if you stop this command; run it again to
see the progress. Exit code 1: some downloads failed permanently.

Examples:
  $ pimento attributes convert photo --dry-run
  $ pimento attributes convert documents/file --client acme --yes
  $ pimento attributes convert photo --to string`,
    )
    .action((attributeId: string, options: ConvertOptions, command: Command) =>
      runConversion(contextOf(command, surroundings), attributeId, options),
    );
  attributes
    .command('split')
    .description('Split lists of addresses or file names in one text into several values')
    .argument('<attribute>', 'id of a top-level attribute, or Parent/Child')
    .option('--client <clientId>', 'client of the attribute (default: the only client)')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only show the lists')
    .addHelpText(
      'after',
      `
Makes the attribute multi-value and splits its stored lists at commas, semicolons, vertical bars, line ends, and blanks
between addresses. From then on, imports must send lists. The service continues if you stop this command.

Example:
  $ pimento attributes split photo --dry-run`,
    )
    .action((attributeId: string, options: SplitOptions, command: Command) =>
      runSplit(contextOf(command, surroundings), attributeId, options),
    );
}
