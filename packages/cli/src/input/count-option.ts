import { InvalidArgumentError, Option } from 'commander';

/** Creates the option `--limit <count>`, a whole number from 1 to 999,999,999. */
export function countOption(subject: string, fallback: number): Option {
  return new Option('--limit <count>', `max number of ${subject}`).default(fallback).argParser((text) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999999.');
    return Number(text);
  });
}
