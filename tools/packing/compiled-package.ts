// Lays out a package of this repository as it is packed. In the repository, every package runs from its sources, so the `exports` of its
// package.json contain paths of source files. In the packed file, `exports` contains paths of the build, and the properties of
// `publishConfig` replace the properties with the same names. Yarn and pnpm apply `publishConfig` in this way, but npm does not.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { root } from '../root.ts';

/** The properties of a package.json that the tools read. */
export interface PackageFile {
  name: string;
  version: string;
  private?: boolean;
  exports?: Record<string, string>;
  publishConfig?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export const dist = `${root}/dist`;
/** The packages that are packed one by one, as folders of `packages`. */
export const packageNames = ['contract', 'formula', 'files', 'client', 'adapter-kit', 'cli'];

/** Compiles everything that is packed to JavaScript for Node 22, in dist/compiled. */
export function compile(): void {
  const compiler = `${root}/node_modules/@typescript/native/bin/tsc`;
  execFileSync(process.execPath, [compiler, '--project', 'tsconfig.pack.json'], { cwd: root, stdio: 'inherit' });
}

/** Reads a package.json of the repository. @param folder its folder, relative to the root of the repository */
export function readPackage(folder: string): PackageFile {
  return JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8')) as PackageFile; // a file of this repository
}

export function writePackage(folder: string, file: object): void {
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(file, undefined, 2)}\n`);
}

/** Writes the folder that is packed: dist/packages/<name>. */
export function layOutPackage(name: string): void {
  const target = `${dist}/packages/${name}`;
  mkdirSync(target, { recursive: true });
  cpSync(`${dist}/compiled/packages/${name}/src`, `${target}/dist`, { recursive: true });
  cpSync(`${root}/packages/${name}/README.md`, `${target}/README.md`);
  cpSync(`${root}/LICENSE`, `${target}/LICENSE`);
  writePackage(target, packedFile(readPackage(`packages/${name}`)));
}

/** Returns the package.json of a packed package. */
export function packedFile({ private: _private, publishConfig, exports, ...kept }: PackageFile): object {
  return { ...kept, ...(exports && { exports: builtExports(exports) }), ...publishConfig };
}

/** Returns `exports` with the paths of the build instead of the sources. For example, `./src/x.ts` becomes `./dist/x.js` with its types. */
function builtExports(exports: Record<string, string>): Record<string, { types: string; default: string }> {
  const built = (source: string) => source.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1');
  return Object.fromEntries(
    Object.entries(exports).map(([name, source]) => [
      name,
      { types: `${built(source)}.d.ts`, default: `${built(source)}.js` },
    ]),
  );
}
