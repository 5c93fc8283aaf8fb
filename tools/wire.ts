// Writes packages/contract/src/wire.ts, wire-access.ts and wire-standards.ts from the contract. With --check, only compares the files with
// the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import * as contract from '@pimento/contract';
import { fail } from './report.ts';
import { root } from './root.ts';

const folder = 'packages/contract/src';
const barrel = `${folder}/wire.ts`;
/** Operations that are written to separate files, because only screens that are loaded on demand call them. */
const parts = [
  {
    file: 'wire-access.ts',
    what: 'settings, sign-in, notices, comments and saved views',
    tags: new Set([
      'Identity providers',
      'Members',
      'People',
      'Keys',
      'Clients',
      'Installation',
      'Session',
      'Notices',
      'Comments',
      'Views',
    ]),
    /** Operations with these tags that are called by the frame around every screen. They stay in wire.ts. */
    exceptions: new Set(['getSession', 'signOut', 'countUnreadNotices', 'listProductViews']),
  },
  {
    file: 'wire-standards.ts',
    what: 'mappings, readiness and the data standards of channels',
    tags: new Set(['Data standards', 'Mappings', 'Readiness']),
    /** Operations on the client's own attributes, which most screens need. They stay in wire.ts. */
    exceptions: new Set(['listAttributes', 'putAttributes', 'getAttribute', 'deleteAttribute']),
  },
];
type Part = (typeof parts)[number];

const imports = `import type * as described from './index.ts';
import type { Wire } from './operation/operation-types.ts';
`;
const header = `// Written by \`npm run openapi\`: the operations, names and limits of the contract without its schemas, and all of its types.
// Browsers import this file instead of the contract, because the contract imports zod.
${imports}
export type * from './index.ts';
`;
const partHeader = ({
  what,
}: Part) => `// Written by \`npm run openapi\`: the operations for ${what}, without their schemas.
// They are in a separate file so that the console loads them only with the screens that call them.
${imports}
`;

const entries = Object.entries<unknown>(contract).toSorted(([a], [b]) => (a < b ? -1 : 1));
const constants = entries.flatMap(([name, value]) =>
  isConstant(value) ? [`export const ${name}: typeof described.${name} = ${literal(value)};\n`] : [],
);
const namesOf = (part: Part) =>
  entries.filter(([name, value]) => isOperation(value) && partOf(name, value) === part).map(([name]) => name);
const files = {
  [barrel]: [
    header,
    // The operations are exported by name, because the types of the contract have the same names.
    ...parts.map((part) => `export { ${namesOf(part).join(', ')} } from './${part.file}';\n`),
    ...constants,
    '\n',
    ...operationLines(undefined),
  ].join(''),
  ...Object.fromEntries(
    parts.map((part) => [`${folder}/${part.file}`, [partHeader(part), ...operationLines(part)].join('')]),
  ),
};

for (const [path, fresh] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(`${root}/${path}`, fresh);
    console.log(`wrote ${path}`);
  } else if (fresh !== readFileSync(`${root}/${path}`, 'utf8')) {
    fail(`${path} is not what the contract says: run \`npm run openapi\` and commit the result`);
  }
}

function operationLines(part: Part | undefined): string[] {
  return entries.flatMap(([name, value]) =>
    isOperation(value) && partOf(name, value) === part ? [wireLine(name, value)] : [],
  );
}

function partOf(name: string, { tag }: contract.Operation): Part | undefined {
  return parts.find(({ tags, exceptions }) => tags.has(tag) && !exceptions.has(name));
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
