// Checks the imports between packages, features and kinds of file. Also checks that every rule finds its planted violation in
// tools/fixtures/boundaries.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import { boundaries } from './boundary-rules.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

const fixture = `${root}/tools/fixtures/boundaries`;

const found = (await violationsIn(fixture, ['packages', 'e2e', 'bench'])).map(
  ({ rule, from }) => `${rule.name} in ${from}`,
);
const planted = plantedBreaches();
const missed = planted.filter((breach) => !found.includes(breach));
if (missed.length > 0) fail(`planted in tools/fixtures/boundaries, but not found:\n${missed.join('\n')}`);
const unproven = boundaries.forbidden.filter(({ name }) => !planted.some((breach) => breach.startsWith(`${name} in `)));
if (unproven.length > 0) fail(`no breach is planted for ${unproven.map(({ name }) => name).join(', ')}`);

const folders = ['packages', 'adapters', 'bench', 'e2e', 'tools'].filter((folder) => existsSync(`${root}/${folder}`));
const violations = await violationsIn(root, folders);
for (const { rule, from, to, cycle } of violations) {
  const comment = boundaries.forbidden.find((one) => one.name === rule.name)?.comment ?? '';
  const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
  console.log(`${from} → ${path}\n  ${rule.name}: ${comment}`);
}
if (violations.length > 0) fail(`${violations.length} import(s) cross a boundary`);

/** Returns the violations that the fixtures contain. The first line of a fixture names the rule that the file breaks, if it breaks one. */
function plantedBreaches(): string[] {
  return globSync('{packages,e2e,bench}/**/*.ts', { cwd: fixture }).flatMap((file) => {
    const rule = /^\/\/ ([a-z0-9-]+)\n/.exec(readFileSync(`${fixture}/${file}`, 'utf8'))?.[1];
    return rule === undefined ? [] : [`${rule} in ${file}`];
  });
}

async function violationsIn(baseDir: string, folders: string[]): Promise<IViolation[]> {
  const { output } = await cruise(folders, { ...boundaries.options, baseDir, ruleSet: boundaries, validate: true });
  // The API's output type is a union over all reporters. Without a reporter, the output is the result object.
  const result = output as ICruiseResult;
  if (result.summary.totalCruised === 0) fail(`dependency-cruiser read no file in ${baseDir}`);
  return result.summary.violations;
}
