/** A measured figure and its floor. */
export interface BenchResult {
  name: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
}

const round = (value: number) => Number(value.toPrecision(4));

/** Creates a result from a figure and the floor of the same run. */
export function result(name: string, value: number, unit: string, floor: number): BenchResult {
  return { name, value: round(value), unit, floor: round(floor), ratio: round(value / floor) };
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Prints figures as a table. With `--json`, also prints one line of JSON at the end. */
export function printResults(bench: string, results: readonly BenchResult[]): void {
  for (const { name, value, unit, floor, ratio } of results) {
    console.log(
      `${name.padEnd(20)} ${String(value).padStart(10)} ${unit.padEnd(12)} floor ${String(floor).padStart(10)}   ratio ${ratio}`,
    );
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ bench, results }));
}
