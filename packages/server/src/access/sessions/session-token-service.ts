import { type BetterAuthOptions, type DBAdapter, type Where } from 'better-auth';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { Database } from '../../platform/index.ts';
import { hashToken } from './session-token-rules.ts';

type Adapter = DBAdapter;
type Wrapped = Omit<Adapter, 'transaction'>;

type Value = Where['value'];

function hashedValue(value: Value): Value {
  if (typeof value === 'string') return hashToken(value);
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? hashToken(one) : '')) : value;
}

/** Replaces tokens in the conditions of a session query with their hashes. */
function hashed<Request extends { model: string; where?: Where[] | undefined }>(request: Request): Request {
  if (request.model !== 'session' || !request.where) return request;
  const where = request.where.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashedValue(condition.value) } : condition,
  );
  return { ...request, where };
}

/** Returns a row as the library expects it, with the token from the request instead of its hash. */
function withToken<T>(row: T, request: { model: string; where?: Where[] | undefined }): T {
  if (request.model !== 'session' || row === null || typeof row !== 'object' || !('token' in row)) return row;
  const tokens = (request.where ?? []).filter(({ field }) => field === 'token').flatMap(({ value }) => value);
  const token = tokens.find((one) => typeof one === 'string' && hashToken(one) === row.token);
  return token === undefined ? row : { ...row, token };
}

interface CreateRequest<T> {
  model: string;
  data: Omit<T, 'id'> & { token?: unknown };
  select?: string[] | undefined;
  forceAllowId?: boolean | undefined;
}

function wrap(inner: Wrapped): Wrapped {
  return {
    ...inner,
    async create<T extends Record<string, unknown>, R = T>(request: CreateRequest<T>) {
      const token: unknown = request.data.token;
      if (request.model !== 'session' || typeof token !== 'string') return inner.create<T, R>(request);
      const data = { ...request.data, token: hashToken(token) };
      const row = await inner.create<T, R>({ ...request, data });
      return { ...row, token };
    },
    findOne: async (request) => withToken(await inner.findOne(hashed(request)), request),
    async findMany<T>(request: { model: string; where?: Where[] | undefined }) {
      const rows = await inner.findMany<T>(hashed(request));
      return rows.map((row) => withToken(row, request));
    },
    count: (request) => inner.count(hashed(request)),
    update: async (request) => withToken(await inner.update(hashed(request)), request),
    updateMany: (request) => inner.updateMany(hashed(request)),
    delete: (request) => inner.delete(hashed(request)),
    deleteMany: (request) => inner.deleteMany(hashed(request)),
    consumeOne: async (request) => withToken(await inner.consumeOne(hashed(request)), request),
    incrementOne: async (request) => withToken(await inner.incrementOne(hashed(request)), request),
  };
}

/**
 * Lets the sign-in library store sessions under the SHA-256 of their token, so that no session can be opened with a copy of the database.
 * The library itself reads and writes unhashed tokens.
 */
export function hashedSessionAdapter(database: Database): (options: BetterAuthOptions) => Adapter {
  const createAdapter = kyselyAdapter(database, { type: 'postgres', transaction: true });
  return (options) => {
    const inner = createAdapter(options);
    return {
      ...wrap(inner),
      transaction: (work) => inner.transaction((opened) => work(wrap(opened))),
    };
  };
}
