import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { readScenario, startSimulator } from '@pimento/adapter-kit/simulator';
import { junitReport, verifyAdapter } from '@pimento/adapter-kit/verify';
import { type Command, InvalidArgumentError } from 'commander';
import { contextOf, type Surroundings } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatTable } from '../output/table.ts';
import { UsageError } from '../input/usage-error.ts';

/** What a simulator without a scenario file plays: something of everything, and a backlog. */
const shortScenario = {
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
    .description('For authors of adapters: a simulated service, and a check of what an adapter guarantees');
  addSimulate(adapter, surroundings);
  addVerify(adapter, surroundings);
}

function addSimulate(adapter: Command, surroundings: Surroundings): void {
  adapter
    .command('simulate')
    .description('Run the adapter side of the service in memory, with the faults of a scenario')
    .argument('[scenario]', 'JSON file with channels, events and chaos; without it a short one is played')
    .option('--port <number>', 'port to listen on; 0 for any free one', readPort, 8481)
    .addHelpText(
      'after',
      '\nExamples:\n  $ pimento adapter simulate\n  $ pimento adapter simulate bad-day.json --port 0',
    )
    .action(async (file: string | undefined, options: { port: number }, command: Command) => {
      const context = contextOf(command, surroundings);
      const scenario = readScenario(file === undefined ? shortScenario : await readJson(file));
      const simulator = await startSimulator(scenario, {
        port: options.port,
        onRequest: ({ method, path, status, fault }) => {
          process.stderr.write(`${method} ${path} ${status}${fault === 'none' ? '' : ` (${fault})`}\n`);
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
    .description('Run an adapter through a bad day, kills included, and say what it guarantees')
    .argument('<command...>', 'after "--": what starts the adapter')
    .option('--folder', 'let it deliver to a folder instead of an HTTP endpoint')
    .option('--junit <file>', 'write a JUnit report too')
    .option('--timeout <seconds>', 'the longest that it may take', readAmount, 60)
    .option('--poll-seconds <seconds>', 'shortest wait between polls that the adapter is told', readAmount, 0.1)
    .option('--seed <number>', 'another seed is another bad day', readAmount, 1)
    .addHelpText(
      'after',
      `
The adapter finds in its environment: PIMENTO_URL and PIMENTO_KEY (the service), PIMENTO_TARGET (where to deliver to),
PIMENTO_STATE (a folder that outlives it) and PIMENTO_POLL_SECONDS.
Exit codes: 0 it guarantees everything, 1 it does not, 2 failed.

Examples:
  $ pimento adapter verify -- python3 adapter.py
  $ pimento adapter verify --folder --junit report.xml -- node adapters/folder/src/main.ts`,
    )
    .action(async (line: string[], options: VerifyOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const { folder: toFolder = false, junit, timeout: timeoutSeconds, pollSeconds, seed } = options;
      const { environment } = surroundings;
      const result = await verifyAdapter({ command: line, environment, toFolder, timeoutSeconds, pollSeconds, seed });
      const { verdicts, passed, seconds, output } = result;
      if (junit !== undefined) await writeFile(junit, junitReport(verdicts, seconds));
      const rows = verdicts.map((one) => [one.passed ? 'yes' : 'NO', one.guarantee, one.detail]);
      const end = passed ? 'It guarantees all of this' : 'It does not guarantee all of this';
      context.print(
        { passed, seconds, verdicts },
        `${formatTable(['', 'guarantee', 'seen'], rows)}\n\n${end} (${seconds.toFixed(1)} s).`,
      );
      if (passed) return;
      if (output !== '') process.stderr.write(`\nWhat the adapter printed last:\n${output.slice(-2000)}\n`);
      surroundings.setExitCode(exitCodes.rejected);
    });
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
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
