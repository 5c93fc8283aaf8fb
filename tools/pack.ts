// Builds and packs the packages that run outside of this repository: `npm run pack` writes dist/pimento-<name>-<version>.tgz. In the
// repository, every package runs from its sources, so the `exports` of its package.json contain paths of source files. In the packed file,
// `exports` contains paths of the build, and the properties of `publishConfig` replace the properties with the same names. Yarn and pnpm
// apply `publishConfig` in this way, but npm does not.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';

interface PackageFile {
  private?: boolean;
  exports?: Record<string, string>;
  publishConfig?: Record<string, unknown>;
}

/** The properties of the output of `npm pack --json` that this tool reads. */
interface PackedFile {
  filename: string;
  files: { path: string }[];
}

const dist = `${root}/dist`;
const names = ['contract', 'formula', 'files', 'client', 'adapter-kit', 'cli'];

for (const stale of globSync('{compiled,packages,*.tgz}', { cwd: dist }))
  rmSync(`${dist}/${stale}`, { recursive: true });
compile();
for (const name of names) layOut(name);
for (const { filename, files } of pack()) {
  const others = files
    .map(({ path }) => path)
    .filter((path) => !/^(dist\/.*\.(js|d\.ts)|(package\.json|README\.md|LICENSE))$/.test(path));
  if (others.length > 0) fail(`${filename} holds more than its build: ${others.join(', ')}`);
  console.log(`dist/${filename}`);
}

function compile(): void {
  const compiler = `${root}/node_modules/@typescript/native/bin/tsc`;
  execFileSync(process.execPath, [compiler, '--project', 'tsconfig.pack.json'], { cwd: root, stdio: 'inherit' });
}

/** Writes the folder that is packed: dist/packages/<name>. */
function layOut(name: string): void {
  const source = `${root}/packages/${name}`;
  const target = `${dist}/packages/${name}`;
  mkdirSync(target, { recursive: true });
  cpSync(`${dist}/compiled/${name}/src`, `${target}/dist`, { recursive: true });
  cpSync(`${source}/README.md`, `${target}/README.md`);
  cpSync(`${root}/LICENSE`, `${target}/LICENSE`);
  const file = JSON.parse(readFileSync(`${source}/package.json`, 'utf8')) as PackageFile; // a file of this repository has this type
  const { private: _private, publishConfig, exports, ...kept } = file;
  const packed = { ...kept, ...(exports && { exports: builtExports(exports) }), ...publishConfig };
  writeFileSync(`${target}/package.json`, `${JSON.stringify(packed, undefined, 2)}\n`);
}

/** Returns `exports` with the paths of the build instead of the sources: `./src/x.ts` becomes `./dist/x.js` with its types. */
function builtExports(exports: Record<string, string>): Record<string, { types: string; default: string }> {
  const built = (source: string) => source.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1');
  return Object.fromEntries(
    Object.entries(exports).map(([name, source]) => [
      name,
      { types: `${built(source)}.d.ts`, default: `${built(source)}.js` },
    ]),
  );
}

function pack(): PackedFile[] {
  const folders = names.map((name) => `./dist/packages/${name}`);
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', 'dist', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(output) as PackedFile[]; // npm documents this type
}
