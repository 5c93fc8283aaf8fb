// Checks that all statements of the server could run on a distributed database (decision 0075): collects their texts from the sources,
// parses them with the parser of PostgreSQL, and judges them. With `--list`, prints every broken rule and does not fail.
import { loadModule, parseSync } from 'libpg-query';
import { statementExceptions, type StatementRule } from '../../packages/server/src/distribution/statement-rules.ts';
import { fail } from '../report.ts';
import { root } from '../root.ts';
import { type Breach, judgeStatement, ruleTexts } from './distribution-rules.ts';
import type { Node } from './statement-levels.ts';
import { collectStatements, type Collected } from './statement-texts.ts';

await loadModule();
const planted = judgeAll(collectStatements(`${root}/tools/fixtures/statements`));
const collected = collectStatements(`${root}/packages/server/src`);
const found = judgeAll(collected);
const complaints = [...findMissedBreaches(), ...compareExceptions()];
if (process.argv.includes('--list')) {
  for (const [name, broken] of found)
    console.log(`${name}: ${[...broken].map(([rule, tables]) => `${rule} (${[...tables].join(', ')})`).join('; ')}`);
  const { statements } = collected;
  const texts = [...statements.values()].reduce((sum, { size }) => sum + size, 0);
  console.log(`${texts} texts of ${statements.size} functions, ${found.size} functions with broken rules`);
} else if (complaints.length > 0) {
  for (const complaint of complaints) console.log(complaint);
  fail(`${complaints.length} statement(s) for a distributed database`);
}

/** The broken rules of a function, with the tables that break them. */
type Broken = Map<StatementRule, Set<string>>;

/** Returns the broken rules of each function that breaks one. */
function judgeAll({ statements, unreadable }: Collected): Map<string, Broken> {
  const judged = new Map<string, Broken>();
  const add = (name: string, { rule, tables }: Breach) => {
    const broken: Broken = judged.get(name) ?? new Map();
    judged.set(name, broken.set(rule, new Set([...(broken.get(rule) ?? []), ...tables])));
  };
  for (const name of unreadable) add(name, { rule: 'unreadable', tables: [] });
  for (const [name, texts] of statements) for (const breach of [...texts].flatMap(judgeText)) add(name, breach);
  return judged;
}

function judgeText(text: string): Breach[] {
  try {
    return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => judgeStatement(stmt as unknown as Node)); // `Node` is the typed tree as plain JSON
  } catch (error) {
    return [{ rule: 'unreadable', tables: [String(error), text] }];
  }
}

/** Checks that each function of the planted file breaks exactly the rule that it is named after. Returns the differences. */
function findMissedBreaches(): string[] {
  return Object.keys(ruleTexts).flatMap((rule) => {
    const name = `planted-store.ts ${rule.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
    const rules = [...(planted.get(name)?.keys() ?? [])].join();
    return rules === rule ? [] : [`${name}\n  breaks ${rules || 'no rule'} instead of ${rule}`];
  });
}

/** Compares the broken rules with the recorded exceptions. Returns the differences. */
function compareExceptions(): string[] {
  const recorded = new Map(statementExceptions.flatMap(({ statements: of }) => Object.entries(of)));
  const breaches = [...found].flatMap(([name, broken]) =>
    [...broken]
      .filter(([rule]) => !recorded.get(name)?.includes(rule))
      .map(([rule, tables]) => `${name}\n  ${rule} (${[...tables].join(', ')}): ${ruleTexts[rule]}`),
  );
  const unneeded = [...recorded].flatMap(([name, rules]) =>
    rules
      .filter((rule) => found.get(name)?.has(rule) !== true)
      .map((rule) => `${name}\n  ${rule}: no longer broken; remove it from statement-rules.ts`),
  );
  return [...breaches, ...unneeded];
}
