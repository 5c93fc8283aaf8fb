import { type SubmitAnswer, submitProducts, withdrawProducts } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { contextOf, type Surroundings } from './command-context.ts';
import { UsageError } from '../input/usage-error.ts';

interface SubmitOptions {
  account?: string;
  comment?: string;
  idempotencyKey?: string;
}

const addSubmitOptions = (command: Command): Command =>
  command
    .option('--account <accountId>', 'required if several accounts are Connected')
    .option('--comment <text>', 'shown to the adapter')
    .option('--idempotency-key <key>', 'a repetition with the same key within 24 hours submits nothing');

const skippedText = ({ skipped }: Pick<SubmitAnswer, 'skipped'>) =>
  skipped.map(({ message }) => `\nSkipped: ${message}`).join('');

export function addSubmit(products: Command, surroundings: Surroundings): void {
  addSubmitOptions(products.command('submit'))
    .description('Submit the current state of products to a channel')
    .argument('<channelId>')
    .argument('<productId...>', 'products; those that are not on the channel yet are added to it')
    .addHelpText('after', '\nExample:\n  $ pimento products submit my-shop PEN-1 PEN-2 --idempotency-key monday')
    .action(async (channelId: string, productIds: string[], options: SubmitOptions, command: Command) => {
      const { account: accountId, comment, idempotencyKey } = options;
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await client.call(submitProducts, {
        params: { channelId },
        body: { productIds, accountId, comment },
        idempotencyKey,
      });
      const done =
        answer.submissionId === null
          ? 'There is nothing to submit.'
          : `Submitted ${answer.submitted} product(s); submission ${answer.submissionId}.`;
      context.print(answer, done + skippedText(answer));
    });
}

interface WithdrawOptions extends SubmitOptions {
  deleted?: boolean;
}

export function addWithdraw(products: Command, surroundings: Surroundings): void {
  addSubmitOptions(products.command('withdraw'))
    .description('Request that products are taken off a channel that supports it')
    .argument('<channelId>')
    .argument('[productId...]', 'products that were submitted to the channel, including deleted ones')
    .option('--deleted', 'instead of ids: all products on the channel that were deleted')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pimento products withdraw my-shop PEN-1 PEN-2\n  $ pimento products withdraw my-shop --deleted',
    )
    .action(async (channelId: string, productIds: string[], options: WithdrawOptions, command: Command) => {
      const { deleted = false, account: accountId, comment, idempotencyKey } = options;
      if (deleted === productIds.length > 0) throw new UsageError('Name products, or use --deleted.');
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const choice = deleted ? { deleted: true as const } : { productIds };
      const answer = await client.call(withdrawProducts, {
        params: { channelId },
        body: { ...choice, accountId, comment },
        idempotencyKey,
      });
      const done =
        answer.submissionId === null
          ? 'There is nothing to withdraw.'
          : `The withdrawal of ${answer.withdrawn} product(s) was requested; submission ${answer.submissionId}.`;
      context.print(answer, done + skippedText(answer));
    });
}
