// `npm run pack` builds and packs the code that runs outside of this repository. Writes dist/pimento-<name>-<version>.tgz for each library
// and the command line, and dist/pimento-<version>.tgz for the whole product.
import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { buildConsole } from './console-build.ts';
import { compile, dist, layOutPackage, packageNames } from './packing/compiled-package.ts';
import { layOutProduct } from './packing/product-package.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

/** The properties of the output of `npm pack --json` that this tool reads. */
interface PackedFile {
  name: string;
  filename: string;
  files: { path: string }[];
}

const folders = [...packageNames.map((name) => `./dist/packages/${name}`), './dist/packages/pimento'];

for (const stale of globSync('{compiled,packages,*.tgz}', { cwd: dist }))
  rmSync(`${dist}/${stale}`, { recursive: true });
await buildConsole();
compile();
for (const name of packageNames) layOutPackage(name);
layOutProduct();
for (const { name, filename, files } of pack()) {
  const others = files.map(({ path }) => path).filter((path) => !isBuilt(name, path));
  if (others.length > 0) fail(`${filename} holds more than its build: ${others.join(', ')}`);
  console.log(`dist/${filename}`);
}

/**
 * Returns true if a file belongs to the build of a package. The product contains other packages, and only the top-level folders of its
 * files are checked here.
 */
function isBuilt(name: string, path: string): boolean {
  if (/^(package\.json|README\.md|LICENSE)$/.test(path)) return true;
  return name === 'pimento' ? /^(bin|node_modules)\//.test(path) : /^dist\/.*\.(js|d\.ts)$/.test(path);
}

function pack(): PackedFile[] {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', 'dist', ...folders], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26, // the product has thousands of files
  });
  return JSON.parse(output) as PackedFile[]; // npm documents this type
}
