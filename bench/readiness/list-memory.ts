import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { codes } from '../formula/products.ts';
import { createRuleset, noFacts, noValues } from './evaluate-only.ts';
import { mapping, standard } from './scene.ts';

const lists = 10;
const valuesPerList = 20_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // exists because of the flag

function heapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}

/** Returns the megabytes that a compiled ruleset with 200,000 list values takes, including the lookups by label. */
export function measureListMemory(): number {
  const before = heapMb();
  const large = {
    ...standard(),
    valueLists: Array.from({ length: lists }, (_, list) => ({
      id: `list_${list}`,
      values: Array.from({ length: valuesPerList }, (__, value) => ({
        value: `${list}-${value}`,
        label: `Value ${value} of ${list}`,
      })),
    })),
  };
  const ruleset = createRuleset(large, mapping());
  // A code without an entry is looked up among the values and labels of each list.
  const unknown = Object.fromEntries(Array.from({ length: lists }, (_, n) => [`code_${n}`, `${codes[0]} is unknown`]));
  const { problems } = ruleset.judge({ ...noValues, values: JSON.stringify(unknown) }, noFacts);
  const used = heapMb() - before;
  if (problems.filter(({ code }) => code === 'not-in-list').length !== lists)
    throw new Error('a list was not searched');
  return used;
}
