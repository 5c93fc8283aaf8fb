import type { BulkChange } from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { collect } from '../input/option-list.ts';
import { UsageError } from '../input/usage-error.ts';

export interface ChangeOptions {
  set?: string[];
  clear?: string[];
  add?: string[];
  remove?: string[];
}

export function addChangeOptions(command: Command): Command {
  const repeatable = (flags: string, text: string) => new Option(flags, `${text}; repeatable`).argParser(collect);
  return command
    .addOption(repeatable('--set <attribute=value>', 'set a value; several for an attribute with several values'))
    .addOption(repeatable('--clear <attribute>', 'remove the value'))
    .addOption(repeatable('--add <attribute=value>', 'add a value to a list'))
    .addOption(repeatable('--remove <attribute=value>', 'remove a value from a list'));
}

/** Splits a path like `price/currency`. */
const pathOf = (text: string): string[] => text.split('/');

function splitValue(option: string, text: string): { attribute: string; value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--${option} needs an attribute and a value, like color=blue.`);
  return { attribute: text.slice(0, at), value: text.slice(at + 1) };
}

/** Groups the values of one option by attribute. The attributes are in the order of their first use. */
function valuesBy(option: string, texts: readonly string[] = []): [attribute: string, values: string[]][] {
  const pairs = texts.map((text) => splitValue(option, text));
  const groups = Map.groupBy(pairs, ({ attribute }) => attribute);
  return [...groups].map(([attribute, group]) => [attribute, group.map(({ value }) => value)]);
}

function setOf([attribute, values]: [string, string[]]): BulkChange {
  const [only = ''] = values;
  return { kind: 'set', attribute: pathOf(attribute), value: values.length === 1 ? only : values };
}

/** Converts the options to changes. @throws UsageError if there are no changes, or if an option is not of the form `attribute=value` */
export function changesOf({ set, clear = [], add, remove }: ChangeOptions): BulkChange[] {
  const changes: BulkChange[] = [
    ...valuesBy('set', set).map(setOf),
    ...clear.map((attribute): BulkChange => ({ kind: 'clear', attribute: pathOf(attribute) })),
    ...valuesBy('add', add).map(([name, values]): BulkChange => ({ kind: 'add', attribute: pathOf(name), values })),
    ...valuesBy('remove', remove).map(([name, values]): BulkChange => ({
      kind: 'remove',
      attribute: pathOf(name),
      values,
    })),
  ];
  if (changes.length === 0) throw new UsageError('Name a change: --set, --clear, --add or --remove.');
  return changes;
}
