import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credential } from '@pimento/client';
import { UsageError } from './usage-error.ts';

export type Environment = Record<string, string | undefined>;

export interface ConnectionOptions {
  url?: string | undefined;
  key?: string | undefined;
  data?: string | undefined;
}

export interface ConnectionSettings {
  baseUrl: string;
  credential: Credential;
}

/** The kind of key that a command needs. */
export type Who = 'client' | 'operator';

const defaultUrl = 'http://localhost:8480';
const fileNames = { client: 'first-run.json', operator: 'operator-key.json' } as const;

/** Returns the data folder of a service on this machine. */
export function dataFolderOf(options: ConnectionOptions, environment: Environment): string {
  return options.data ?? (environment['PIMENTO_DATA_DIR'] || 'data');
}

/**
 * Finds the URL and the credential in the options, the environment, or the file that the first start wrote on this machine. Never returns a
 * key from that file for a different host.
 * @throws UsageError if the URL is invalid, if the file is needed but missing or damaged, or if its key is for a different host
 */
export async function findConnection(
  who: Who,
  options: ConnectionOptions,
  environment: Environment,
): Promise<ConnectionSettings> {
  const url = options.url ?? (environment['PIMENTO_URL'] || undefined);
  const key = options.key ?? (environment['PIMENTO_KEY'] || undefined);
  if (url !== undefined && !URL.canParse(url))
    throw new UsageError(`${url} is not a URL; it must look like ${defaultUrl}.`);
  if (url !== undefined && key !== undefined) return { baseUrl: url, credential: parseKey(key) };
  const path = join(dataFolderOf(options, environment), fileNames[who]);
  const saved = await readSaved(path, who);
  if (key !== undefined) return { baseUrl: saved?.baseUrl ?? defaultUrl, credential: parseKey(key) };
  if (saved === undefined) {
    throw new UsageError(
      `There is no ${path}: run "pimento start" once, or name the service with --url and a key with --key.`,
    );
  }
  if (url !== undefined && destinationOf(url) !== destinationOf(saved.baseUrl)) {
    throw new UsageError(
      `The key in ${path} is for ${saved.baseUrl}, not for ${url}: give one with --key or PIMENTO_KEY.`,
    );
  }
  return { ...saved, baseUrl: url ?? saved.baseUrl };
}

/** Parses a key, which is a secret alone or `keyId:secret`. */
function parseKey(text: string): Credential {
  const colon = text.indexOf(':');
  return colon < 1 ? text : { keyId: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/**
 * Returns the destination to which a saved key is limited. All ports of this machine are one destination, because the service may restart
 * on a different port. For any other host, the destination is the origin of the URL.
 */
function destinationOf(url: string): string {
  const { hostname, origin } = new URL(url);
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? 'this machine' : origin;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

async function readSaved(path: string, who: Who): Promise<ConnectionSettings | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const content = parse(text);
  const holder = who === 'client' && isObject(content) ? content['client'] : content;
  const baseUrl = isObject(content) ? content['baseUrl'] : undefined;
  const { keyId, secret } = isObject(holder) ? holder : {};
  if (typeof baseUrl === 'string' && URL.canParse(baseUrl) && typeof keyId === 'string' && typeof secret === 'string') {
    return { baseUrl, credential: { keyId, secret } };
  }
  throw new UsageError(`${path} is damaged; name the service with --url and a key with --key instead.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
