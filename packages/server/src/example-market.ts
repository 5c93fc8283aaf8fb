import { readFile } from 'node:fs/promises';
import { adapterIdOf, channelIdOf, clientIdOf } from './platform/index.ts';

const folder = new URL('../example/market/', import.meta.url);

export const marketAdapterId = adapterIdOf('example-feed');

/** A channel with a data standard. The example adapter writes its products to a file. */
export const marketChannel = {
  channelId: channelIdOf('example-market'),
  adapterId: marketAdapterId,
  name: 'Example market',
  logoUrl: null,
  batchSize: 100,
  // hidden from clients that are added later
  clientIds: [clientIdOf('demo')],
  capabilities: [],
  accountFields: [],
};

interface Target {
  /** The address on which Pimento listens. */
  baseUrl: string;
  /** Key secrets of the demo client and of an operator. */
  secrets: { client: string; operator: string };
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

function senderTo(baseUrl: string, secret: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the example market was refused: ${method} ${path}: ${answer.status} ${text}`);
    const answered: unknown = JSON.parse(text);
    return answered;
  };
}

const readDocument = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, folder), 'utf8'));

interface Account {
  accountId: string;
}

/**
 * Publishes the data standard of the example market, connects an account, and publishes a mapping, over HTTP. Some products do not fulfil
 * the standard, so that there is something to fix. Safe to repeat.
 * @returns the id of the account
 */
export async function setUpExampleMarket({ baseUrl, secrets }: Target): Promise<string> {
  const { channelId } = marketChannel;
  const asOperator = senderTo(baseUrl, secrets.operator);
  const asClient = senderTo(baseUrl, secrets.client);
  const path = `/api/channels/v1/channels/${channelId}`;
  await asOperator('PUT', `/console/channels/${channelId}/standard`, await readDocument('standard.json'));
  const { accounts } = (await asClient('GET', path)) as { accounts: Account[] }; // the API contract declares this type
  // the API contract declares this type
  const account = accounts[0] ?? ((await asClient('POST', `${path}/accounts`, { name: 'Market file' })) as Account);
  await asClient('PUT', `${path}/mapping`, await readDocument('mapping.json'));
  await asClient('POST', `${path}/mapping/publish`, { comment: 'Example' });
  return account.accountId;
}
