import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { contextOf, type Surroundings } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatTable } from '../output/table.ts';
import { UsageError } from '../input/usage-error.ts';

/** The scenario of the simulator if no scenario file is given. It has events of each type, and a backlog of submissions. */
const defaultScenario = {
  channels: [{ channelId: 'shop', batchSize: 50 }],
  events: [
    { type: 'AUTHENTICATION_EVENT', clientId: 'acme', properties: { user: 'acme', password: 'not-a-secret' } },
    { type: 'SUBMIT_EVENT', clientId: 'acme', products: 120, comment: 'Spring' },
    { type: 'SUBMIT_EVENT', clientId: 'client-{n}', times: 20, products: 3 },
    { type: 'CLIENT_CHANNEL_DELETED_EVENT', clientId: 'client-1' },
  ],
};

export function addAdapterCommands(program: Command, surroundings: Surroundings): void {
  const adapter = program
    .command('adapter')
    .description('For authors of adapters: simulate the service, verify an adapter');
  addSimulate(adapter, surroundings);
  addVerify(adapter, surroundings);
}

function addSimulate(adapter: Command, surroundings: Surroundings): void {
  adapter
    .command('simulate')
    .description('Run the adapter side of the service in memory, with the faults of a scenario')
    .argument('[scenario]', 'JSON file with channels, events and chaos (default: a short scenario)')
    .option('--port <number>', 'port to listen on; 0 for any free port', readPort, 8481)
    .addHelpText(
      'after',
      '\nExamples:\n  $ pimento adapter simulate\n  $ pimento adapter simulate bad-day.json --port 0',
    )
    .action(async (file: string | undefined, options: { port: number }, command: Command) => {
      const context = contextOf(command, surroundings);
      // The adapter kit is loaded only when it is used, because it contains more modules than all other commands together.
      const { readScenario, startSimulator } = await import('@pimento/adapter-kit/simulator');
      const scenario = readScenario(file === undefined ? defaultScenario : await readJson(file));
      const simulator = await startSimulator(scenario, {
        port: options.port,
        onRequest: ({ method, path, status, fault }) => {
          process.stderr.write(`${method} ${path} ${status || '-'}${fault === 'none' ? '' : ` (${fault})`}\n`);
        },
      });
      const { baseUrl, secret, keyId } = simulator;
      context.print({ baseUrl, keyId, secret }, `export PIMENTO_URL=${baseUrl}\nexport PIMENTO_KEY=${secret}`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await simulator.close();
    });
}

interface VerifyOptions {
  folder?: boolean;
  junit?: string;
  timeout: number;
  pollSeconds: number;
  seed: number;
}

function addVerify(adapter: Command, surroundings: Surroundings): void {
  adapter
    .command('verify')
    .description('Run an adapter with faults and crashes, and report which guarantees it fulfils')
    .argument('<command...>', 'after "--": the command that starts the adapter')
    .option('--folder', 'use a folder as the target instead of an HTTP endpoint')
    .option('--junit <file>', 'also write a JUnit report')
    .option('--timeout <seconds>', 'max duration of the run', readAmount, 60)
    .option('--poll-seconds <seconds>', 'shortest poll interval, passed to the adapter', readAmount, 0.1)
    .option('--seed <number>', 'seed of the random faults', readAmount, 1)
    .addHelpText(
      'after',
      `
The environment of the adapter: PIMENTO_URL and PIMENTO_KEY (the service), PIMENTO_TARGET (the target),
PIMENTO_STATE (a persistent folder) and PIMENTO_POLL_SECONDS.
Exit codes: 0 all guarantees fulfilled, 1 not all, 2 failure.

Examples:
  $ pimento adapter verify -- python3 adapter.py
  $ pimento adapter verify --folder --junit report.xml -- node adapters/folder/src/main.ts`,
    )
    .action(async (line: string[], options: VerifyOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const { folder: toFolder = false, junit, timeout: timeoutSeconds, pollSeconds, seed } = options;
      const { environment } = surroundings;
      const { junitReport, verifyAdapter } = await import('@pimento/adapter-kit/verify');
      const result = await verifyAdapter({ command: line, environment, toFolder, timeoutSeconds, pollSeconds, seed });
      const { verdicts, passed, seconds, output } = result;
      if (junit !== undefined) await writeFile(junit, junitReport(verdicts, seconds));
      const rows = verdicts.map((one) => [one.passed ? 'yes' : 'NO', one.guarantee, one.detail]);
      const end = passed ? 'The adapter fulfils all guarantees' : 'The adapter does not fulfil all guarantees';
      context.print(
        { passed, seconds, verdicts },
        `${formatTable(['', 'guarantee', 'seen'], rows)}\n\n${end} (${seconds.toFixed(1)} s).`,
      );
      if (passed) return;
      if (output !== '') process.stderr.write(`\nLast output of the adapter:\n${output.slice(-2000)}\n`);
      surroundings.setExitCode(exitCodes.rejected);
    });
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readAmount(text: string): number {
  const amount = Number(text);
  if (!(amount > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return amount;
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port number.');
  return Number(text);
}
