import { parseDate } from '@pimento/formula';
import type { Verdict } from '../../packages/server/src/readiness/evaluate/evaluation-result.ts';
import { type ProductFacts, Ruleset } from '../../packages/server/src/readiness/evaluate/ruleset.ts';
import { judgeStandard } from '../../packages/server/src/standards/judge/standard-judgement.ts';
import { attributes, ProductSource } from '../formula/products.ts';
import { mapping, standard } from './scene.ts';
import { storedText } from './stored-text.ts';

const perRound = 500;
const noFacts: ProductFacts = { assets: new Map(), overrides: new Map(), categoryOverride: undefined };

function createRuleset(): Ruleset {
  const { attributes: targets, valueLists, ...head } = standard();
  const items = (values: readonly unknown[]) => values.map((value) => ({ value, place: { path: '' } }));
  const verdict = judgeStandard(
    {
      head: { value: head, place: { path: '' } },
      attributes: items(targets),
      categories: [],
      rules: [],
      lists: valueLists.map(({ values, ...list }) => ({
        value: list,
        place: { path: '' },
        values,
        placeOfValue: () => ({ path: '' }),
      })),
      faults: [],
    },
    new Date(0),
  );
  const asOf = parseDate('2026-01-31');
  if (!('standard' in verdict) || asOf === undefined) throw new Error('the standard is invalid');
  return new Ruleset({
    standard: verdict.standard,
    mapping: mapping(),
    attributes,
    reportedLists: { client: new Map(), account: new Map() },
    accountFields: new Map(),
    asOf,
  });
}

/** Returns the processor time of this thread, which depends less on other load on the machine than the elapsed time does. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Returns the number of products per second that one thread evaluates (from the stored text to the verdict), and the number that it parses
 * and prints (the floor). Both use products that this process has not seen before: V8 caches short texts, and would parse them again in a
 * third of the time.
 */
export function measureEvaluation(count: number): { evaluated: number; floor: number } {
  const ruleset = createRuleset();
  const source = new ProductSource(17);
  const rounds = Math.max(8, Math.floor(count / perRound));
  const durations: { evaluated: number[]; floor: number[] } = { evaluated: [], floor: [] };
  const take = () => source.take(perRound).map(storedText);
  let characters = 0;
  const evaluate = (values: string): Verdict =>
    ruleset.judge(
      { productId: 'P1', name: null, family: null, category: null, primaryAsset: null, values, packaging: null },
      noFacts,
    );
  for (let round = 0; round < rounds; round += 1) {
    const parsed = take();
    let started = cpuMs();
    for (const text of parsed) characters += JSON.stringify(JSON.parse(text)).length;
    durations.floor.push(cpuMs() - started);
    const evaluated = take();
    started = cpuMs();
    for (const text of evaluated) characters += evaluate(text).filled;
    durations.evaluated.push(cpuMs() - started);
  }
  if (characters === 0) throw new Error('nothing was evaluated');
  return { evaluated: perSecond(durations.evaluated), floor: perSecond(durations.floor) };
}

/** The first rounds are not counted, because V8 is still compiling the code. */
function perSecond(durations: readonly number[]): number {
  const counted = durations.slice(Math.floor(durations.length / 4)).toSorted((a, b) => a - b);
  return (perRound * 1_000) / (counted[Math.floor(counted.length / 2)] ?? Number.NaN);
}
