// Checks the rules of place-rules.ts: some constructs may occur only in certain files (for example, SQL only in stores, views and the
// platform), and each type assertion needs a comment with its reason. Also checks that the planted violations are found.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { placeRules } from './place-rules.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

interface Misplaced {
  file: string;
  line: number;
  rule: string;
  comment: string;
}

const planted = misplacedIn(`${root}/tools/fixtures/places`);
const expected = JSON.parse(readFileSync(`${root}/tools/fixtures/places/expected.json`, 'utf8')) as unknown; // compared as text below
const found = planted.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
if (JSON.stringify(found, null, 2) !== JSON.stringify(expected, null, 2)) {
  fail(`what is planted in tools/fixtures/places is not what is found there:\n${JSON.stringify(found, null, 2)}`);
}

const misplaced = misplacedIn(root);
for (const { file, line, rule, comment } of misplaced) console.log(`${file}:${line}\n  ${rule}: ${comment}`);
if (misplaced.length > 0) fail(`${misplaced.length} thing(s) out of place`);

function misplacedIn(folder: string): Misplaced[] {
  const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', 'adapters/*/test/**/*.ts'], {
    cwd: folder,
  }).toSorted();
  return files.flatMap((file) => misplacedInFile(file, readFileSync(`${folder}/${file}`, 'utf8')));
}

function misplacedInFile(file: string, text: string): Misplaced[] {
  const rules = placeRules.filter(
    ({ within, place, mentions = '' }) => within.test(file) && !place.test(file) && text.includes(mentions),
  );
  if (rules.length === 0) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const misplaced: Misplaced[] = [];
  visit(source);
  return misplaced;

  function visit(node: ts.Node): void {
    for (const rule of rules) {
      if (!rule.matches(node, source)) continue;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      misplaced.push({ file, line, rule: rule.name, comment: rule.comment });
    }
    ts.forEachChild(node, visit);
  }
}
