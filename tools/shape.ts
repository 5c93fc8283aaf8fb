// Measures the code. Fails if files are too large on average, if a folder has too many files, or if a feature of the server has a file
// without a kind outside its pipeline rooms.
import { globSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fail } from './report.ts';
import { root } from './root.ts';
import { fileKinds, limits, pipelineRooms } from './shape-rules.ts';

const sources = globSync('{packages/*/src,adapters/*/src}/**/*.{ts,tsx}', { cwd: root });
const complaints: string[] = [];

const bytes = sources.map((file) => statSync(`${root}/${file}`).size);
const mean = Math.round(bytes.reduce((sum, size) => sum + size, 0) / sources.length);
if (mean >= limits.meanFileBytes) complaints.push(`source files have ${mean} bytes on average`);

const everything = globSync('{packages,adapters,e2e,bench,tools}/**/*.{ts,tsx,mjs,css}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', 'tools/fixtures'],
});
const folders = Map.groupBy(everything, (file) => dirname(file));
const fullest = Math.max(...[...folders.values()].map((files) => files.length));
for (const [folder, files] of folders)
  if (files.length > limits.filesInFolder) complaints.push(`${folder} holds ${files.length} files`);

const features = sources.filter((file) => /^packages\/server\/src\/(?!platform\/)[^/]+\//.test(file));
const homeless = features.filter((file) => !hasKind(file) && !isInPipeline(file));
complaints.push(...homeless.map((file) => `${file} is of no kind`));
const placed = features.length - homeless.length;

console.log(
  [
    `${sources.length} source files, ${mean} bytes on average (limit ${limits.meanFileBytes})`,
    `${fullest} files in the fullest of ${folders.size} folders (limit ${limits.filesInFolder})`,
    `${placed} of ${features.length} feature files are of a kind or in a pipeline room`,
  ].join('\n'),
);
for (const complaint of complaints) console.log(complaint);
if (complaints.length > 0) fail(`${complaints.length} part(s) of the code have lost their shape`);

function hasKind(file: string): boolean {
  const name = basename(file, '.ts');
  return name === 'index' || name === 'core' || fileKinds.some((kind) => name.endsWith(`-${kind}`));
}

function isInPipeline(file: string): boolean {
  return pipelineRooms.some((room) => file.startsWith(`packages/server/src/${room}/`));
}
