// Writes docs/openapi.json from the contract. With --check, only compares the file with the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@pimento/contract';
import { fail } from './report.ts';
import { root } from './root.ts';

const path = 'docs/openapi.json';
const fresh = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(`${root}/${path}`, fresh);
  console.log(`wrote ${path}`);
} else if (fresh !== readIfThere(`${root}/${path}`)) {
  fail(`${path} is not what the contract says: run \`npm run openapi\` and commit the result`);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
