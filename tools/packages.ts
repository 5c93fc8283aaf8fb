// Runs the commands of docs/guides/packages.md in an empty folder against a separate service: on Linux with Node.js 22, and then with the
// current Node.js in the same installation. Packs the packages, installs the packed files, imports with the command line, and builds and
// runs the folder adapter. Afterwards checks three things: the product was delivered, every entry point loads and has types, and commands
// that need the service fail with a readable message.
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
if (process.platform !== 'linux') console.log('Node 22 is tested on Linux only.');
await using oldNode = process.platform === 'linux' ? installOldNode() : undefined;
const folder = mkdtempSync(`${tmpdir()}/pimento-packages-`);
try {
  const nodeFolders = [...(oldNode ? [oldNode.folder] : []), dirname(process.execPath)];
  for (const [index, nodeFolder] of nodeFolders.entries()) await followGuide(nodeFolder, index === 0);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs the guide and the checks with one version of Node.js.
 * @param nodeFolder folder that contains the `node` program for the guide
 * @param isFirst true to install everything. Otherwise, the installation of the first run is used
 */
async function followGuide(nodeFolder: string, isFirst: boolean): Promise<void> {
  const started = performance.now();
  await using service = await startService({ PIMENTO_EXAMPLE: 'empty' });
  if (isFirst) layOutClone(`${folder}/pimento`);
  linkData(service.data);
  rmSync(`${folder}/folder-adapter/outbox`, { recursive: true, force: true });
  const environment = plainEnvironment({ PATH: `${nodeFolder}${delimiter}${process.env['PATH']}` });
  const script = [
    'set -euo pipefail',
    'curl() { command curl --silent --fail-with-body --show-error "$@"; }',
    'node --version',
  ];
  for (const block of isFirst ? blocks : blocks.map(withoutInstallation)) {
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
  if (isFirst) addEntryPoints(environment);
  loadEntryPoints(environment);
  checkRefusals(`${folder}/catalogue`, environment);
  console.log(`docs/guides/packages.md does what it says (${((performance.now() - started) / 1000).toFixed(0)} s)`);
}

/** Removes the commands that create and install the projects of the guide. What remains also works in the projects of an earlier run. */
function withoutInstallation(block: string): string {
  return block.replaceAll(/^(?:mkdir|cp -R|npm init|npm install) .*$/gm, (line) => /&& (cd .*)$/.exec(line)?.[1] ?? '');
}

/** Creates the part of a clone that the guide uses. */
function layOutClone(clone: string): void {
  mkdirSync(`${clone}/dist`, { recursive: true });
  for (const file of globSync('*.tgz', { cwd: `${root}/dist` }))
    cpSync(`${root}/dist/${file}`, `${clone}/dist/${file}`);
  for (const file of ['package.json', 'tsconfig.json', 'README.md', 'standard.json', 'src'])
    cpSync(`${root}/adapters/folder/${file}`, `${clone}/adapters/folder/${file}`, { recursive: true });
}

/** Links the data folder of the running service into the clone. */
function linkData(data: string): void {
  rmSync(`${folder}/pimento/data`, { force: true });
  symlinkSync(data, `${folder}/pimento/data`);
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

/** Returns a module that imports every entry point of the packages. */
function importsOfAll(): string {
  const names = entryPoints(`${folder}/folder-adapter/node_modules`);
  return names.map((name) => `import '${name}';\n`).join('');
}

/** Installs the other packages in the adapter's project, and compiles the guide's program and an import of every entry point there. */
function addEntryPoints(environment: NodeJS.ProcessEnv): void {
  const sources = `${folder}/folder-adapter/src`;
  // the guide's adapter needs neither @pimento/formula nor @pimento/files
  const others = globSync('pimento-{formula,files}-*.tgz', { cwd: `${root}/dist` }).map(
    (name) => `${root}/dist/${name}`,
  );
  run('npm', ['install', '--no-save', ...others], `${folder}/folder-adapter`, environment);
  writeFileSync(`${sources}/every-entry-point.ts`, importsOfAll());
  cpSync(`${folder}/catalogue/list-products.mts`, `${sources}/list-products.mts`);
  run('npx', ['tsc', '--noEmit'], `${folder}/folder-adapter`, environment);
}

function loadEntryPoints(environment: NodeJS.ProcessEnv): void {
  run('node', ['--input-type=module', '--eval', importsOfAll()], `${folder}/folder-adapter`, environment);
}

/** Checks that commands that need the service exit with code 2 and a readable message instead of a stack trace. */
function checkRefusals(catalogue: string, environment: NodeJS.ProcessEnv): void {
  for (const command of [
    ['start'],
    ['db', 'status'],
    ['db', 'migrate', '--database-url', 'postgres://localhost/none'],
  ]) {
    const { status, stderr } = spawnSync('npx', ['pimento', ...command], {
      cwd: catalogue,
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
