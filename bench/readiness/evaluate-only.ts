import type { Mapping } from '@pimento/contract';
import { parseDate } from '@pimento/formula';
import { type ProductFacts, Ruleset } from '../../packages/server/src/readiness/evaluate/ruleset.ts';
import { ProductReader } from '../../packages/server/src/readiness/values/product-reader.ts';
import { judgeStandard } from '../../packages/server/src/standards/judge/standard-judgement.ts';
import { attributes, ProductSource } from '../formula/products.ts';
import { mapping, standard } from './scene.ts';
import { storedText } from './stored-text.ts';

const perRound = 500;
export const noFacts: ProductFacts = { assets: new Map(), overrides: new Map(), categoryOverride: undefined };
export const noValues = {
  productId: 'P1',
  name: null,
  family: null,
  category: null,
  primaryAsset: null,
  values: '{}',
  packaging: null,
};

/** Compiles a data standard and a mapping for the attributes of the benchmark's products. */
export function createRuleset(document: ReturnType<typeof standard>, mapped: Mapping): Ruleset {
  const { attributes: targets, valueLists, ...head } = document;
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
    mapping: mapped,
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

/** Products per second of one thread. */
export interface EvaluationRates {
  /** From the values in their slots to the verdict. The time is that of `judged` minus the time for reading the values. */
  evaluated: number;
  /** From the stored text to the verdict. */
  judged: number;
  /** The floor, which parses the texts and prints them as JSON. */
  floor: number;
}

/**
 * Measures how many products one thread evaluates per second. Each round uses products that this process has not seen before, because V8
 * caches short texts and would parse them again about three times as fast.
 */
export function measureEvaluation(count: number): EvaluationRates {
  const ruleset = createRuleset(standard(), mapping());
  const source = new ProductSource(17);
  const rounds = Math.max(8, Math.floor(count / perRound));
  const durations: Record<'judged' | 'read' | 'floor', number[]> = { judged: [], read: [], floor: [] };
  const take = () => source.take(perRound).map((values) => ({ ...noValues, values: storedText(values) }));
  const reader = new ProductReader(ruleset.formulas.slots.names);
  let characters = 0;
  const measure = (work: (product: typeof noValues) => number): number => {
    const products = take();
    const started = cpuMs();
    for (const product of products) characters += work(product);
    return cpuMs() - started;
  };
  for (let round = 0; round < rounds; round += 1) {
    durations.floor.push(measure(({ values }) => JSON.stringify(JSON.parse(values)).length));
    durations.judged.push(measure((product) => ruleset.judge(product, noFacts).filled));
    durations.read.push(measure((product) => reader.read(product).length));
  }
  if (characters === 0) throw new Error('nothing was evaluated');
  const [judged, read] = [perSecond(durations.judged), perSecond(durations.read)];
  return { evaluated: 1 / (1 / judged - 1 / read), judged, floor: perSecond(durations.floor) };
}

/** Returns the median rate of the rounds. The first rounds are not counted, because V8 is still compiling the code. */
function perSecond(durations: readonly number[]): number {
  const counted = durations.slice(Math.floor(durations.length / 4)).toSorted((a, b) => a - b);
  return (perRound * 1_000) / (counted[Math.floor(counted.length / 2)] ?? Number.NaN);
}
