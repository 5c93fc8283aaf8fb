import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addRoleRow,
  createClientRow,
  createKey,
  createOperatorRow,
  hashPassword,
  makePassword,
} from './access/index.ts';
import { adapterExists, createAdapter, createChannel } from './channels/index.ts';
import { writeMarketFeed } from './example-feed.ts';
import { marketAdapterId, marketChannel } from './example-market.ts';
import { hasClients, lockInstallation, recordFirstRun } from './first-run-store.ts';
import { readJson, writeSecretFile } from './secret-file.ts';
import {
  type Clock,
  type Database,
  type Transaction,
  transaction,
  clientIdOf,
  adapterIdOf,
  channelIdOf,
} from './platform/index.ts';

interface AdapterKey {
  adapterId: string;
  keyId: string;
  secret: string;
}

/** The demo client with its key, and an adapter with its key and channel. */
interface ExampleKeys {
  client: { clientId: string; keyId: string; secret: string };
  adapter: AdapterKey;
  channel: { channelId: string };
}

/** Result of the first run, as written to first-run.json. Client, adapter and channel are missing if no example was created. */
export interface FirstRun extends Partial<ExampleKeys> {
  baseUrl: string;
  operator: { email: string; password: string };
}

/** The key that the CLI uses on this machine, as written to operator-key.json. */
interface OperatorKey {
  baseUrl: string;
  keyId: string;
  secret: string;
}

interface Prepared {
  firstRun: FirstRun;
  operatorKey: OperatorKey;
  /** The key of the adapter of the example market. Undefined without the market. */
  market?: AdapterKey | undefined;
}

export interface ExampleSecrets {
  client: string;
  operator: string;
}

export interface Example {
  /** Loads the catalogue. Safe to repeat. */
  loadCatalogue(secrets: ExampleSecrets): Promise<void>;
  /** Sets up the example market and returns the id of the account. Safe to repeat. Undefined if no market is to be created. */
  setUpMarket?: ((secrets: ExampleSecrets) => Promise<string>) | undefined;
}

const pendingName = 'first-run.pending.json';

const clientId = clientIdOf('demo');
const adapterId = adapterIdOf('example');
/** A channel for testing. Any program that polls with the adapter's key acts as the shop of the channel. */
const exampleChannel = {
  channelId: channelIdOf('example-shop'),
  adapterId,
  name: 'Example shop',
  logoUrl: null,
  batchSize: 100,
  clientIds: null,
  capabilities: [],
  accountFields: [
    {
      id: 'shopUrl',
      name: 'Shop URL',
      type: 'string' as const,
      optional: false,
      patterns: [{ pattern: '^https?://', message: 'The shop URL begins with http:// or https://.' }],
    },
    { id: 'apiToken', name: 'API token', type: 'password' as const, optional: false, patterns: [] },
  ],
};

/** Creates the demo client and the example adapter with its channel, and their keys. */
async function createExample(
  transaction: Transaction,
  { database, clock }: FirstRunOptions,
  personId: string,
): Promise<ExampleKeys> {
  await createClientRow(transaction, { clientId, name: 'Demo' });
  await addRoleRow(transaction, { clientId, personId, role: 'owner' });
  const deps = { database, clock, adapterExists };
  const client = await createKey(deps, transaction, { kind: 'client', name: 'First run', clientId });
  await createAdapter(transaction, { adapterId, name: 'Example' });
  await createChannel(transaction, exampleChannel);
  const adapter = await createKey(deps, transaction, { kind: 'adapter', name: 'First run', adapterId });
  return {
    client: { clientId, keyId: client.keyId, secret: client.secret },
    adapter: { adapterId, keyId: adapter.keyId, secret: adapter.secret },
    channel: { channelId: exampleChannel.channelId },
  };
}

/** Creates the example market with its adapter. */
async function createMarket(transaction: Transaction, { database, clock }: FirstRunOptions): Promise<AdapterKey> {
  const adapterId = marketAdapterId;
  await createAdapter(transaction, { adapterId, name: 'Example feed' });
  await createChannel(transaction, marketChannel);
  const deps = { database, clock, adapterExists };
  const { keyId, secret } = await createKey(deps, transaction, { kind: 'adapter', name: 'First run', adapterId });
  return { adapterId, keyId, secret };
}

async function createFirstRun(options: FirstRunOptions): Promise<Prepared | undefined> {
  const { database, clock, folder, baseUrl, operator } = options;
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  return transaction(database, async (transaction) => {
    if (await lockInstallation(transaction)) return undefined;
    const { email, mustChangePassword } = operator;
    const personId = clock.newId();
    await createOperatorRow(transaction, {
      personId,
      accountId: clock.newId(),
      email,
      name: 'Operator',
      passwordHash,
      mustChangePassword,
    });
    const deps = { database, clock, adapterExists };
    const operatorKey = await createKey(deps, transaction, { kind: 'operator', name: 'Command line on this machine' });
    // An installation that already has clients gets no example, even if its record of the first run was lost.
    const wanted = (await hasClients(transaction)) ? undefined : options.example;
    const example = wanted ? await createExample(transaction, options, personId) : {};
    const market = wanted?.setUpMarket && (await createMarket(transaction, options));
    await recordFirstRun(transaction);
    const prepared: Prepared = {
      firstRun: { baseUrl, operator: { email, password }, ...example },
      operatorKey: { baseUrl, keyId: operatorKey.keyId, secret: operatorKey.secret },
      market,
    };
    // written before the commit, so that a crash cannot lose the secrets of a committed first run
    await writeSecretFile(folder, pendingName, prepared);
    return prepared;
  });
}

export interface FirstRunOptions {
  database: Database;
  clock: Clock;
  folder: string;
  /** The address at which people and adapters reach Pimento. */
  baseUrl: string;
  /** If `mustChangePassword` is true, the first password can only be used to set a new password. */
  operator: { email: string; mustChangePassword: boolean };
  /** If undefined, neither client nor adapter is created. */
  example: Example | undefined;
}

/**
 * Creates the operator with a key and, if requested, the example, but only once per database. Call `finish` when Pimento listens. `finish`
 * loads the example data and writes first-run.json and operator-key.json. `finish` deletes first-run.pending.json last, so that the next
 * start resumes an interrupted first run.
 * @returns undefined if the first run is already complete
 */
export async function prepareFirstRun(options: FirstRunOptions): Promise<{ finish(): Promise<FirstRun> } | undefined> {
  const { folder, baseUrl } = options;
  const prepared = (await createFirstRun(options)) ?? (await readJson<Prepared>(join(folder, pendingName)));
  if (!prepared) return undefined;
  return {
    async finish() {
      const firstRun = { ...prepared.firstRun, baseUrl };
      await loadExample(options, prepared);
      await writeSecretFile(folder, 'operator-key.json', { ...prepared.operatorKey, baseUrl });
      await writeSecretFile(folder, 'first-run.json', firstRun);
      await rm(join(folder, pendingName), { force: true });
      return firstRun;
    },
  };
}

/** Loads the example data and writes the files that the example adapter needs. */
async function loadExample({ folder, example }: FirstRunOptions, prepared: Prepared): Promise<void> {
  const { firstRun, operatorKey, market } = prepared;
  const { client } = firstRun;
  if (!client || !example) return;
  const secrets = { client: client.secret, operator: operatorKey.secret };
  await example.loadCatalogue(secrets);
  if (!market || !example.setUpMarket) return;
  const accountId = await example.setUpMarket(secrets);
  const { channelId } = marketChannel;
  await writeMarketFeed(folder, { ...market, clientId: client.clientId, channelId, accountId });
}

/** Updates the base URL in a file of the first run. @returns the content of the file, or undefined if it does not exist */
async function updateAddress<T extends { baseUrl: string }>(
  folder: string,
  name: string,
  baseUrl: string,
): Promise<T | undefined> {
  const known = await readJson<T>(join(folder, name));
  if (!known || known.baseUrl === baseUrl) return known;
  const moved = { ...known, baseUrl };
  await writeSecretFile(folder, name, moved);
  return moved;
}

/**
 * Updates the base URL in operator-key.json and first-run.json.
 * @returns the content of first-run.json, or undefined if it does not exist
 */
export async function readFirstRun(folder: string, baseUrl: string): Promise<FirstRun | undefined> {
  await updateAddress<OperatorKey>(folder, 'operator-key.json', baseUrl);
  return updateAddress<FirstRun>(folder, 'first-run.json', baseUrl);
}
