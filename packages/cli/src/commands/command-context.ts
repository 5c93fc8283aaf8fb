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

/** Access to the environment variables and the exit code of the process. */
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
  /** True if stdout must contain only one JSON document or JSON lines. */
  isJson: boolean;
  dataFolder: string;
  connect(who: Who): Promise<Client>;
  /** Prints the value as JSON if `--json` is given, otherwise the text. */
  print(value: unknown, text: string): void;
  setExitCode: (code: number) => void;
}

/** Creates the context of a running command. Global options may appear anywhere on the command line. */
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

/** Formats rows as a table. Returns the text `empty` if there are no rows. */
export function tableOr(empty: string, titles: string[], rows: unknown[][]): string {
  return rows.length === 0 ? empty : formatTable(titles, rows);
}
