// Checks the arrows between packages, features and kinds of file, and that every rule for them still bites.
import { existsSync } from 'node:fs';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import { boundaries } from './boundary-rules.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

const fixture = `${root}/tools/fixtures/boundaries`;

const planted = await violationsIn(fixture, ['packages']);
const toothless = boundaries.forbidden
  .map((rule) => rule.name)
  .filter((name) => !planted.some((violation) => violation.rule.name === name));
if (toothless.length > 0) {
  fail(`these rules no longer find the breach that is planted in tools/fixtures/boundaries: ${toothless.join(', ')}`);
}

const folders = ['packages', 'adapters'].filter((folder) => existsSync(`${root}/${folder}`));
const violations = await violationsIn(root, folders);
for (const { rule, from, to, cycle } of violations) {
  const comment = boundaries.forbidden.find((one) => one.name === rule.name)?.comment ?? '';
  const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
  console.log(`${from} → ${path}\n  ${rule.name}: ${comment}`);
}
if (violations.length > 0) fail(`${violations.length} import(s) cross a boundary`);

async function violationsIn(baseDir: string, folders: string[]): Promise<IViolation[]> {
  const { output } = await cruise(folders, { ...boundaries.options, baseDir, ruleSet: boundaries, validate: true });
  // The API types the output of every reporter as one union; without a reporter it is the result itself.
  const result = output as ICruiseResult;
  if (result.summary.totalCruised === 0) fail(`dependency-cruiser read no file in ${baseDir}`);
  return result.summary.violations;
}
