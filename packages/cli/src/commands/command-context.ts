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

/** The environment of the program. */
export interface Surroundings {
  environment: Environment;
  setExitCode: (code: number) => void;
}

interface GlobalOptions extends ConnectionOptions {
  json?: boolean;
}

/** Connection, output and settings of a running command. */
export interface CommandContext {
  environment: Environment;
  /** True: stdout carries one JSON document (or JSON lines) and nothing else. */
  isJson: boolean;
  dataFolder: string;
  connect(who: Who): Promise<Client>;
  /** Prints the value as JSON with --json, otherwise the text. */
  print(value: unknown, text: string): void;
  setExitCode: (code: number) => void;
}

/** The context of a running command. Global options may be anywhere on the command line. */
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

/** A table, or a sentence if there are no rows. */
export function tableOr(empty: string, titles: string[], rows: unknown[][]): string {
  return rows.length === 0 ? empty : formatTable(titles, rows);
}
