// Builds the packages that run outside of this repository and packs them: `npm run pack` writes dist/pimento-<name>-<version>.tgz.
// Inside the repository every package runs from its sources, so a package.json names these; `publishConfig` holds the members
// that replace them in the packed file. Yarn and pnpm replace them by themselves, npm does not.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';

interface PackageFile {
  private?: boolean;
  publishConfig?: Record<string, unknown>;
}

/** The part of `npm pack --json` that is read here. */
interface PackedFile {
  filename: string;
  files: { path: string }[];
}

const dist = `${root}/dist`;
const names = ['contract', 'client', 'adapter-kit', 'cli'];

for (const stale of globSync('{compiled,packages,*.tgz}', { cwd: dist }))
  rmSync(`${dist}/${stale}`, { recursive: true });
compile();
for (const name of names) layOut(name);
for (const { filename, files } of pack()) {
  const strangers = files
    .map(({ path }) => path)
    .filter((path) => !/^(dist\/.*\.(js|d\.ts)|(package\.json|README\.md|LICENSE))$/.test(path));
  if (strangers.length > 0) fail(`${filename} holds more than its build: ${strangers.join(', ')}`);
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
  const {
    private: _private,
    publishConfig,
    ...kept
  } = JSON.parse(readFileSync(`${source}/package.json`, 'utf8')) as PackageFile; // a file of this repository
  writeFileSync(`${target}/package.json`, `${JSON.stringify({ ...kept, ...publishConfig }, undefined, 2)}\n`);
}

function pack(): PackedFile[] {
  const folders = names.map((name) => `./dist/packages/${name}`);
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', 'dist', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(output) as PackedFile[]; // as npm documents it
}
