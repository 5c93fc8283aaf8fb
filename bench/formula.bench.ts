// npm run bench -- formula [--count 20000] [--json]
// Evaluates 100 targets of products with 100 filled attributes: 60 references, 20 formulas of two steps, 10 value maps of 500 entries, 5
// conversions, 5 composites of 10 rows. The floor is JSON.parse and JSON.stringify of an equal number of different products. Both use
// products that this process has not parsed before, because V8 caches short strings, and parsing them again would take a third of the time.
// Runs in one thread. The measured evaluation includes the parsing of neither the formulas nor the products.
import { parseArgs } from 'node:util';
import { type Environment, parseDate, type RawRow, type RawValue, Run } from '@pimento/formula';
import { ProductSource } from './formula/products.ts';
import { Targets } from './formula/targets.ts';
import { printResults, result } from './report.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '20000' }, json: { type: 'boolean' } },
});
const perRound = 500;
const rounds = Math.max(4, Math.floor(Number(values.count) / perRound));
/** Number of initial rounds that are not counted, because V8 is still compiling the code. */
const warmUp = Math.floor(rounds / 4);
const minRatio = 0.9;

const asOf = parseDate('2026-01-31');
if (asOf === undefined) throw new Error('not a date');
const environment: Environment = {
  asOf,
  findAsset: () => undefined,
  accountFields: new Map(),
  categoryPath: [],
  packaging: [],
};
const targets = new Targets();
const slots: RawValue[] = [];
const run = new Run(slots, environment);
let characters = 0;

function measureFloor(texts: string[]): number {
  const started = performance.now();
  for (const text of texts) characters += JSON.stringify(JSON.parse(text)).length;
  return performance.now() - started;
}

function measureEvaluation(texts: string[]): number {
  const products = texts.map((text) => JSON.parse(text) as RawRow); // created by ProductSource
  const started = performance.now();
  for (const product of products) {
    targets.slots.fill(product, slots);
    run.startProduct(slots, environment);
    characters += targets.evaluate(run);
  }
  return performance.now() - started;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

const source = new ProductSource(17);
const floors: number[] = [];
const evaluations: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  floors.push(measureFloor(source.take(perRound)));
  evaluations.push(measureEvaluation(source.take(perRound)));
}
const perSecond = (times: number[]) => (perRound * 1_000) / median(times.slice(warmUp));
const figure = result('evaluate only', perSecond(evaluations), 'products/s', perSecond(floors));
printResults('formula', [figure]);
if (!(figure.ratio >= minRatio) || characters === 0) {
  console.error(`evaluating reaches less than ${minRatio} of JSON.parse and JSON.stringify`);
  process.exitCode = 1;
}
