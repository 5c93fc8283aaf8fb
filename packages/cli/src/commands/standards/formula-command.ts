import type { Command } from 'commander';
import { contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { EvalOptions } from './formula-evaluation.ts';

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
      // only this command needs the formula language
      const { evaluateFormula } = await import('./formula-evaluation.ts');
      const found = await evaluateFormula(await context.connect('client'), text, options);
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
