// Runs the commands of docs/guides/packages.md in an empty folder against a separate service: with the current Node.js and, on Linux, also
// with Node.js 22. Packs the packages, installs the packed files, imports with the command line, and builds and runs the folder adapter.
// Afterwards checks three things: the product was delivered, every entry point loads and has types, and commands that need the service fail
// with a readable message.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { plainEnvironment } from '../packages/cli/test/command-line.ts';
import { startService } from '../packages/cli/test/started-service.ts';
import { installOldNode } from './packing/old-node.ts';
import { root } from './root.ts';
import { echoOf, readShellBlocks, runShell } from './shell-blocks.ts';

const maxGuideSeconds = 300;

const blocks = readShellBlocks('docs/guides/packages.md');
run('npm', ['run', '--silent', 'pack'], root);
await followGuide(dirname(process.execPath));
if (process.platform === 'linux') {
  await using oldNode = installOldNode();
  await followGuide(oldNode.folder);
} else {
  console.log('Node 22 is tested on Linux only.');
}

/**
 * Runs the guide and the checks with one version of Node.js.
 * @param nodeFolder folder that contains the `node` program for the guide
 */
async function followGuide(nodeFolder: string): Promise<void> {
  const started = performance.now();
  const folder = mkdtempSync(`${tmpdir()}/pimento-packages-`);
  try {
    await using service = await startService({ PIMENTO_EXAMPLE: 'empty' });
    layOutClone(`${folder}/pimento`, service.data);
    const environment = plainEnvironment({ PATH: `${nodeFolder}${delimiter}${process.env['PATH']}` });
    const script = [
      'set -euo pipefail',
      'curl() { command curl --silent --fail-with-body --show-error "$@"; }',
      'node --version',
    ];
    for (const block of blocks) {
      const text = block.replaceAll('http://localhost:8480', service.baseUrl);
      // The removed commands are not needed, because the clone already exists and is packed.
      script.push(echoOf(text), text.replaceAll(/^(git clone|npm ci && npm run pack).*$/gm, ''));
    }
    assert.equal(
      await runShell(script.join('\n'), folder, maxGuideSeconds, environment),
      0,
      `the guide failed, or took longer than ${maxGuideSeconds} s`,
    );
    checkDelivery(`${folder}/folder-adapter/outbox`);
    checkEntryPoints(folder, environment);
    checkRefusals(`${folder}/catalogue`, environment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`docs/guides/packages.md does what it says (${((performance.now() - started) / 1000).toFixed(0)} s)`);
}

/** Creates the part of a clone that the guide uses. */
function layOutClone(folder: string, data: string): void {
  mkdirSync(`${folder}/dist`, { recursive: true });
  symlinkSync(data, `${folder}/data`);
  for (const file of globSync('*.tgz', { cwd: `${root}/dist` }))
    cpSync(`${root}/dist/${file}`, `${folder}/dist/${file}`);
  for (const file of ['package.json', 'tsconfig.json', 'README.md', 'standard.json', 'src'])
    cpSync(`${root}/adapters/folder/${file}`, `${folder}/adapters/folder/${file}`, { recursive: true });
}

function checkDelivery(outbox: string): void {
  const pages = globSync('demo/example-shop/*/*.ndjson', { cwd: outbox });
  const lines = pages.flatMap((page) => readFileSync(`${outbox}/${page}`, 'utf8').trim().split('\n'));
  const ids = lines.map((line) => (JSON.parse(line) as { product: { __ID: string } }).product.__ID);
  assert.deepEqual(ids, ['PEN-1'], 'the adapter delivered exactly the submitted product');
}

/** Returns the names under which the installed packages can be imported. */
function entryPoints(modules: string): string[] {
  return ['@pimento/contract', '@pimento/formula', '@pimento/files', '@pimento/client', '@pimento/adapter-kit'].flatMap(
    (name) => {
      // The package.json of a packed package has `exports`.
      const file = JSON.parse(readFileSync(`${modules}/${name}/package.json`, 'utf8')) as { exports: object };
      return Object.keys(file.exports).map((path) => name + path.slice(1));
    },
  );
}

/** Compiles the guide's program and an import of every entry point within the adapter's project, and loads every entry point. */
function checkEntryPoints(folder: string, environment: NodeJS.ProcessEnv): void {
  const sources = `${folder}/folder-adapter/src`;
  const modules = `${folder}/folder-adapter/node_modules`;
  // the guide's adapter needs neither formulas nor files of products
  const others = globSync('pimento-{formula,files}-*.tgz', { cwd: `${root}/dist` }).map(
    (name) => `${root}/dist/${name}`,
  );
  run('npm', ['install', '--no-save', ...others], `${folder}/folder-adapter`, environment);
  const imports = entryPoints(modules)
    .map((name) => `import '${name}';\n`)
    .join('');
  writeFileSync(`${sources}/every-entry-point.ts`, imports);
  cpSync(`${folder}/catalogue/list-products.mts`, `${sources}/list-products.mts`);
  run('npx', ['tsc', '--noEmit'], `${folder}/folder-adapter`, environment);
  run('node', ['--input-type=module', '--eval', imports], `${folder}/folder-adapter`, environment);
}

/** Checks that commands that need the service exit with code 2 and a readable message instead of a stack trace. */
function checkRefusals(folder: string, environment: NodeJS.ProcessEnv): void {
  for (const command of [
    ['start'],
    ['db', 'status'],
    ['db', 'migrate', '--database-url', 'postgres://localhost/none'],
  ]) {
    const { status, stderr } = spawnSync('npx', ['pimento', ...command], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^This command needs the Pimento service[^\n]*\n$/);
  }
}

function run(command: string, options: string[], cwd: string, environment: NodeJS.ProcessEnv = process.env): void {
  execFileSync(command, options, { cwd, env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
}
