// Writes packages/contract/src/wire.ts from the contract; with --check, only compares the file with the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import * as contract from '@pimento/contract';
import { fail } from './report.ts';
import { root } from './root.ts';

const path = 'packages/contract/src/wire.ts';
const header = `// Written by \`npm run openapi\`: the operations, names and limits of the contract without its schemas, and all of its types. Browsers
// import this instead of the contract, which would bring zod along.
import type * as described from './index.ts';
import type { Wire } from './operation/operation-types.ts';

export type * from './index.ts';
`;

const entries = Object.entries<unknown>(contract).toSorted(([a], [b]) => (a < b ? -1 : 1));
const operations = entries.flatMap(([name, value]) => (isOperation(value) ? [wireLine(name, value)] : []));
const constants = entries.flatMap(([name, value]) =>
  isConstant(value) ? [`export const ${name}: typeof described.${name} = ${literal(value)};\n`] : [],
);
const fresh = [header, ...constants, '\n', ...operations].join('');

if (!process.argv.includes('--check')) {
  writeFileSync(`${root}/${path}`, fresh);
  console.log(`wrote ${path}`);
} else if (fresh !== readFileSync(`${root}/${path}`, 'utf8')) {
  fail(`${path} is not what the contract says: run \`npm run openapi\` and commit the result`);
}

function isOperation(value: unknown): value is contract.Operation {
  return contract.operations.some((operation) => operation === value);
}

/** Returns true if an exported value is a string, a number, or an array of strings. */
function isConstant(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((member) => typeof member === 'string')
    : ['string', 'number'].includes(typeof value);
}

function wireLine(name: string, { id, method, path: address, form, bodies }: contract.Operation): string {
  const facts = { id, method, path: address, ...(form === undefined ? {} : { form }), bodies };
  return `export const ${name}: Wire<typeof described.${name}> = ${literal(facts)};\n`;
}

function literal(value: unknown): string {
  return inspect(value, { breakLength: Infinity, compact: true, maxArrayLength: null, maxStringLength: null });
}
