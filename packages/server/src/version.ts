import { readFileSync } from 'node:fs';

const { version: written } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
}; // the cast is safe, because package.json belongs to this package

/** Version of this server, from its package.json. */
export const version: string = written;
