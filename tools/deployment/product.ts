// Installs the packed product in an empty folder, as docs/guides/deploy.md describes, and uses it with Node.js 24 and, on Linux, also with
// Node.js 22: first start, import, upload, account, backup while it runs, restore into another folder, and a comparison of the responses of
// both services. Fails if git or a compiler is run. `--packed` uses the packed files in dist/. Otherwise, they are packed first.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { plainEnvironment } from '../../packages/cli/test/command-line.ts';
import { removeInBackground } from '../packing/background-removal.ts';
import { installOldNode } from '../packing/old-node.ts';
import { root } from '../root.ts';
import { readShellBlocks, runShell } from '../shell-blocks.ts';

/** Folder that the guide creates. */
const installed = 'pimento-installed';
/** Timeout of an installation. One took 123 s while other steps kept the disk and the cores busy. */
const maxInstallSeconds = 300;
const maxMegabytes = 400;
/** Maximum time of a first start, with a margin because other steps keep the disk and the cores of CI busy. */
const maxFirstStartSeconds = 30;
const assetText = 'These bytes must survive.\n';
/** Programs that the product must not need. */
const absentPrograms = ['git', 'cc', 'gcc', 'c++', 'g++', 'make', 'python3', 'node-gyp', 'tsc'];

if (!process.argv.includes('--packed'))
  execFileSync('npm', ['run', '--silent', 'pack'], { cwd: root, stdio: 'inherit' });
if (process.platform !== 'linux') console.log('Node 22 is tested on Linux only.');
await using oldNode = process.platform === 'linux' ? installOldNode() : undefined;
const nodeFolders = [...(oldNode ? [oldNode.folder] : []), dirname(process.execPath)];
const folder = mkdtempSync(`${tmpdir()}/pimento-product-`);
try {
  chmodSync(folder, 0o755); // readable for all users, because the database may run as a different user
  writeAbsentPrograms();
  const megabytes = await install(environmentOf(nodeFolders[0] ?? ''));
  assert.ok(megabytes < maxMegabytes, `the installation is smaller than ${maxMegabytes} MB`);
  for (const nodeFolder of nodeFolders) await useProduct(environmentOf(nodeFolder), megabytes);
  assert.ok(!existsSync(`${folder}/absent-program`), 'no program was run that a production machine need not have');
} finally {
  removeInBackground(folder);
}

async function useProduct(environment: NodeJS.ProcessEnv, megabytes: number): Promise<void> {
  const started = performance.now();
  const version = execFileSync('node', ['--version'], { env: environment, encoding: 'utf8' }).trim();
  const { startSeconds, exitSeconds } = await backUpAndRestore(`node-${version}`, environment);
  const figures = `${megabytes} MB installed, first start ${startSeconds.toFixed(1)} s, stop ${exitSeconds.toFixed(1)} s`;
  console.log(`the packed product works on Node ${version}: ${figures} (${secondsSince(started).toFixed(0)} s)`);
  assert.ok(startSeconds < maxFirstStartSeconds, `the first start takes less than ${maxFirstStartSeconds} s`);
}

/** Writes substitutes for programs that the product must not need. A substitute that is run records its name in a file and fails. */
function writeAbsentPrograms(): void {
  mkdirSync(`${folder}/absent`);
  for (const name of absentPrograms)
    writeFileSync(`${folder}/absent/${name}`, `#!/bin/sh\necho ${name} >> '${folder}/absent-program'\nexit 127\n`, {
      mode: 0o755,
    });
}

/** Returns an environment in which `node` is the program in the given folder. */
function environmentOf(nodeFolder: string): Record<string, string | undefined> {
  return plainEnvironment({
    PATH: [`${folder}/absent`, nodeFolder, process.env['PATH']].join(delimiter),
    PIMENTO_LOG_LEVEL: 'silent',
    npm_config_prefer_offline: 'true',
    npm_config_loglevel: 'error',
  });
}

/** Installs the packed file beside a clone, with the commands of the guide. @returns the megabytes of the installation */
async function install(environment: NodeJS.ProcessEnv): Promise<number> {
  const [file] = globSync('pimento-[0-9]*.tgz', { cwd: `${root}/dist` });
  mkdirSync(`${folder}/pimento/dist`, { recursive: true });
  cpSync(`${root}/dist/${file}`, `${folder}/pimento/dist/${file}`);
  const script = ['set -euo pipefail', ...readShellBlocks('docs/guides/deploy.md')].join('\n');
  assert.equal(
    await runShell(script, `${folder}/pimento`, maxInstallSeconds, environment),
    0,
    'the guide can be followed',
  );
  requireTestedVersions();
  const size = execFileSync('du', ['-sm', `${folder}/${installed}/node_modules`], { encoding: 'utf8' });
  return Number(/^\d+/.exec(size)?.[0]);
}

interface LockedPackage {
  version: string;
  /** Platforms on which the package can be installed. */
  os?: string[];
  cpu?: string[];
}

/** Returns the packages in a lock file, each with its folder. */
function lockedPackages(path: string): [string, LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }; // npm documents this type
  return Object.entries(packages);
}

/**
 * Requires that npm installed the versions with which the repository is tested. Also requires that the package.json of the product names
 * every package except those for one platform, because the installed version of a package that it does not name can be the tested one by
 * chance. Nested packages may be newer (decision 0085).
 */
function requireTestedVersions(): void {
  const tested = new Map(lockedPackages(`${root}/package-lock.json`).map(([path, { version }]) => [path, version]));
  const all = lockedPackages(`${folder}/${installed}/node_modules/.package-lock.json`);
  const direct = all.filter(([path]) => path !== 'node_modules/pimento' && path.lastIndexOf('node_modules/') === 0);
  // packages/cli has another version of a package than the tools of the repository
  const others = direct.filter(
    ([path, { version }]) => version !== (tested.get(`packages/cli/${path}`) ?? tested.get(path)),
  );
  assert.ok(direct.length > 100, 'npm recorded what it installed');
  assert.deepEqual(others, [], 'the product is installed with the versions of the lock file');
  const product = readFileSync(`${folder}/${installed}/node_modules/pimento/package.json`, 'utf8');
  const { dependencies } = JSON.parse(product) as { dependencies: Record<string, string> }; // tools/packing wrote it
  const unnamed = direct.filter(
    ([path, { version, os, cpu }]) =>
      os === undefined && cpu === undefined && dependencies[path.slice('node_modules/'.length)] !== version,
  );
  assert.deepEqual(unnamed, [], 'the product names the version of every package');
}

/**
 * Fills a service, backs it up while it runs, restores the backup in another folder and compares both services.
 * @param name name for the folders of this run
 */
async function backUpAndRestore(
  name: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ startSeconds: number; exitSeconds: number }> {
  const app = `${folder}/${installed}`;
  const [data, backups, restored] = [`${name}-data`, `${name}-backups`, `${name}-restored`];
  await using first = await startProduct(app, data, environment);
  const keys = readKeys(`${app}/${data}/first-run.json`);
  const before = await fill(first.baseUrl, keys);
  runPimento(app, ['backup', backups, '--data', data, '--online'], environment);
  const exitSeconds = await first.stop();
  runPimento(app, ['restore', backups, '--into', restored, '--secret-key', `${data}/secret.key`], environment);
  await using second = await startProduct(app, restored, environment);
  const after = await contentsOf(second.baseUrl, keys);
  await second.stop();
  assert.deepEqual(after, before, 'the restored service answers the same');
  return { startSeconds: first.startSeconds, exitSeconds };
}

function runPimento(cwd: string, options: string[], env: NodeJS.ProcessEnv): void {
  execFileSync('npx', ['pimento', ...options], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

interface Keys {
  client: string;
  adapter: string;
}

function readKeys(file: string): Keys {
  // the service wrote it
  const { client, adapter } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'client' | 'adapter',
    { secret: string }
  >;
  return { client: client.secret, adapter: adapter.secret };
}

async function startProduct(cwd: string, data: string, env: NodeJS.ProcessEnv) {
  const started = performance.now();
  const child = spawn(`${cwd}/node_modules/.bin/pimento`, ['start', '--port', '0', '--data', data], {
    cwd,
    env: { ...env, PIMENTO_EXAMPLE: 'catalogue' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += String(text);
    if (/running at (\S+)\n/.test(printed)) break;
  }
  const baseUrl = /running at (\S+)\n/.exec(printed)?.[1];
  assert.ok(baseUrl, `the service started: ${printed}`);
  return {
    baseUrl,
    startSeconds: secondsSince(started),
    /** Sends SIGTERM. @returns the seconds until the service ended */
    async stop(): Promise<number> {
      const asked = performance.now();
      child.kill('SIGTERM');
      await ended;
      assert.equal(child.exitCode, 0, 'SIGTERM ends the service with exit code 0');
      return secondsSince(asked);
    },
    /** Ends the service if a check failed. */
    async [Symbol.asyncDispose](): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Sends a request. @throws if it is refused */
async function request(address: string, secret: string, options: RequestInit = {}): Promise<string> {
  const headers = new Headers(options.headers);
  headers.set('authorization', `Bearer ${secret}`);
  const response = await fetch(address, { ...options, headers });
  const text = await response.text();
  assert.ok(response.ok, `${address}: ${response.status} ${text}`);
  return text;
}

/** Imports products, uploads a file and adds an account to a channel. @returns the contents of the service */
async function fill(baseUrl: string, keys: Keys): Promise<unknown> {
  const send = (method: string, path: string, body: unknown) =>
    request(baseUrl + path, keys.client, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  await send('PUT', '/api/datastandards/v1/datastandards/attributes', [
    { id: 'notes', name: 'Notes', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  await send('POST', '/api/import/v1/feeds/master', {
    products: Array.from({ length: 200 }, (_, index) => ({
      __ID: `P-${index}`,
      color: 'blue',
      weight: index / 8,
      notes: 'notes.txt',
    })),
  });
  const form = new FormData();
  form.set('file', new Blob([assetText]), 'notes.txt');
  const upload = `${baseUrl}/api/asset/v1/assets/upload?assetId=notes.txt`;
  await request(upload, keys.client, { method: 'POST', body: form });
  await send('POST', '/api/channels/v1/channels/example-shop/accounts', {
    name: 'Shop',
    properties: { shopUrl: 'https://shop.example', apiToken: 'sealed' },
  });
  return contentsOf(baseUrl, keys);
}

/**
 * Returns the answers of a service that a backup must preserve. These are products, a file, and the events of the adapter with sealed
 * values.
 */
async function contentsOf(baseUrl: string, keys: Keys): Promise<unknown> {
  const products = await request(`${baseUrl}/api/products/v1/products/export`, keys.client);
  const file = await request(`${baseUrl}/api/asset/v1/assets/notes.txt/content`, keys.client);
  const events = await request(`${baseUrl}/external/events?autoAck=false`, keys.adapter);
  assert.equal(products.trim().split('\n').length, 240, 'the products of the example and of this import are exported');
  assert.equal(file, assetText);
  assert.match(events, /"apiToken":"sealed"/);
  const page = await fetch(baseUrl);
  assert.match(await page.text(), /<script type="module"/, 'the console is served');
  return { products, file, events };
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
