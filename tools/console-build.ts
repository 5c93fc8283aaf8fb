// Builds the console if its sources are newer than the build. Used by `npm start`, `npm run build`, `npm run pack`, the end-to-end tests
// and the console benchmark.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { root } from './root.ts';

const folder = `${root}/packages/console`;
const sources = ['packages/console/*.{ts,json,html}', 'packages/{console,client,contract}/src/**', 'package-lock.json'];

/** Builds with Vite, which takes a few seconds. Does nothing if the build is up to date. */
export async function buildConsole(): Promise<void> {
  if (isFresh()) return;
  process.stdout.write('Building the console, which takes a few seconds …\n');
  const child = spawn(process.execPath, [`${root}/node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const exited = await once(child, 'close');
  if (exited[0] === 0) return compressFiles();
  process.stderr.write(`${complaints}The console could not be built; the service works without it.\n`);
  process.exitCode = process.argv[1] === import.meta.filename ? 1 : process.exitCode;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Writes a brotli and a gzip copy of every script, style and SVG. The service sends the copy that the browser accepts. */
async function compressFiles(): Promise<void> {
  const files = globSync('dist/static/*.{js,css,svg}', { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(`${folder}/${file}`);
      await writeFile(`${folder}/${file}.br`, await brotli(bytes));
      await writeFile(`${folder}/${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}

function isFresh(): boolean {
  const built = statSync(`${folder}/dist/index.html`, { throwIfNoEntry: false });
  if (!built) return false;
  return globSync(sources, { cwd: root }).every((file) => statSync(`${root}/${file}`).mtimeMs <= built.mtimeMs);
}

if (process.argv[1] === import.meta.filename) await buildConsole();
