import { type Client, createClient } from '@pimento/client';
import type { Command } from 'commander';
import {
  type ConnectionOptions,
  dataFolderOf,
  type Environment,
  findConnection,
  type Who,
} from '../input/connection-settings.ts';
import { formatTable } from '../output/table.ts';

/** What surrounds the program. */
export interface Surroundings {
  environment: Environment;
  setExitCode: (code: number) => void;
}

interface GlobalOptions extends ConnectionOptions {
  json?: boolean;
}

/** What a command works with. */
export interface CommandContext {
  environment: Environment;
  /** True: stdout carries one JSON document (or JSON lines) and nothing else. */
  isJson: boolean;
  dataFolder: string;
  connect(who: Who): Promise<Client>;
  /** Prints one or the other, as the person wants it. */
  print(value: unknown, text: string): void;
  setExitCode: (code: number) => void;
}

/** The context of a command that is being run; the options that every command has may stand anywhere on the line. */
export function contextOf(command: Command, surroundings: Surroundings): CommandContext {
  const { environment, setExitCode } = surroundings;
  const options: GlobalOptions = command.optsWithGlobals();
  const isJson = options.json ?? false;
  return {
    environment,
    isJson,
    dataFolder: dataFolderOf(options, environment),
    async connect(who) {
      return createClient(await findConnection(who, options, environment));
    },
    print(value, text) {
      process.stdout.write(`${isJson ? JSON.stringify(value, undefined, 2) : text}\n`);
    },
    setExitCode,
  };
}

/** A table, or a sentence where it would be empty. */
export function tableOr(empty: string, titles: string[], rows: unknown[][]): string {
  return rows.length === 0 ? empty : formatTable(titles, rows);
}
