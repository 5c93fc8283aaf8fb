// Writes packages/contract/src/wire.ts and wire-access.ts from the contract; with --check, only compares the files with the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import * as contract from '@pimento/contract';
import { fail } from './report.ts';
import { root } from './root.ts';

const folder = 'packages/contract/src';
const barrel = `${folder}/wire.ts`;
/** The operations of settings, sign-in and notices, which only screens that are loaded on demand call. */
const access = `${folder}/wire-access.ts`;
const accessTags = new Set(['Identity providers', 'Members', 'People', 'Keys', 'Clients', 'Session', 'Notices']);
/** Operations with these tags that the frame around every screen calls; they belong to wire.ts. */
const ofFrame = new Set(['getSession', 'signOut', 'countUnreadNotices']);

const imports = `import type * as described from './index.ts';
import type { Wire } from './operation/operation-types.ts';
`;
const header = `// Written by \`npm run openapi\`: the operations, names and limits of the contract without its schemas, and all of its types. Browsers
// import this instead of the contract, which would bring zod along.
${imports}
export type * from './index.ts';
`;
const accessHeader = `// Written by \`npm run openapi\`: the operations of settings, sign-in and notices without schemas. They are apart from the others so that the
// console loads them with the screens that call them.
${imports}
`;

const entries = Object.entries<unknown>(contract).toSorted(([a], [b]) => (a < b ? -1 : 1));
const constants = entries.flatMap(([name, value]) =>
  isConstant(value) ? [`export const ${name}: typeof described.${name} = ${literal(value)};\n`] : [],
);
const accessNames = entries
  .filter(([name, value]) => isOperation(value) && isOfAccess(name, value))
  .map(([name]) => name);
const files = {
  [barrel]: [
    header,
    // by name, because the types of the contract have the same names
    `export { ${accessNames.join(', ')} } from './wire-access.ts';\n`,
    ...constants,
    '\n',
    ...operationLines(false),
  ].join(''),
  [access]: [accessHeader, ...operationLines(true)].join(''),
};

for (const [path, fresh] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(`${root}/${path}`, fresh);
    console.log(`wrote ${path}`);
  } else if (fresh !== readFileSync(`${root}/${path}`, 'utf8')) {
    fail(`${path} is not what the contract says: run \`npm run openapi\` and commit the result`);
  }
}

function operationLines(isAccess: boolean): string[] {
  return entries.flatMap(([name, value]) =>
    isOperation(value) && isOfAccess(name, value) === isAccess ? [wireLine(name, value)] : [],
  );
}

function isOfAccess(name: string, { tag }: contract.Operation): boolean {
  return accessTags.has(tag) && !ofFrame.has(name);
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
