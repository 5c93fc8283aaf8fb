import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFreshDatabase } from './fresh-database.ts';
import { startProgram } from './program.ts';

/** Calls the API of the shop with all permissions. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
export type AskShop = (query: string, variables?: object) => Promise<any>;

export interface TestShop extends AsyncDisposable {
  adminApi: string;
  ask: AskShop;
  /** Creates an administrator with exactly the permissions that the guide requires. */
  addLogin(user: string, password: string): Promise<void>;
}

/** The permissions that the guide requires. */
const permissions = ['CreateCatalog', 'ReadCatalog', 'UpdateCatalog', 'DeleteCatalog'];

/** Starts a real, empty shop in a separate process. */
export async function startTestShop(): Promise<TestShop> {
  const database = await createFreshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'pimento-shop-'));
  const [username, password] = ['owner', randomBytes(12).toString('hex')];
  const program = startProgram([fileURLToPath(new URL('../shop/serve.mjs', import.meta.url))], {
    SHOP_DATABASE: database.connectionString,
    SHOP_FOLDER: folder,
    SHOP_USERNAME: username,
    SHOP_PASSWORD: password,
    VENDURE_DISABLE_TELEMETRY: 'true',
  });
  const adminApi = `${await program.address}/admin-api`;
  const send = async (query: string, variables: object, token: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(adminApi, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts everything that it reads
    const { data, errors } = (await answer.json()) as any;
    if (errors) throw new Error(JSON.stringify(errors));
    return { data, token: answer.headers.get('vendure-auth-token') ?? token };
  };
  const login =
    'mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }';
  const { token } = await send(login, { username, password }, '');
  const ask: AskShop = async (query, variables = {}) => (await send(query, variables, token)).data;
  let roleId: string | undefined;
  return {
    adminApi,
    ask,
    async addLogin(user, password) {
      const role = { code: 'pimento', description: 'Pimento', permissions };
      roleId ??= (
        await ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { input: role })
      ).createRole.id as string; // a string, according to its API
      const input = { firstName: user, lastName: user, emailAddress: user, password, roleIds: [roleId] };
      await ask('mutation ($input: CreateAdministratorInput!) { createAdministrator(input: $input) { id } }', {
        input,
      });
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
