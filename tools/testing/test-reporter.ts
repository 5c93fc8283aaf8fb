import type { TestEvent } from 'node:test/reporters';

/** Prints machine-readable totals of a run, one `# name count` per line, after the output of the spec reporter. */
export default async function* closingLines(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // A summary without a file name covers the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, suites, passed, cancelled, skipped, todo } = event.data.counts;
    const failed = tests - passed - cancelled - skipped - todo;
    const totals = { tests, suites, pass: passed, fail: failed, cancelled, skipped, todo };
    for (const [name, count] of Object.entries(totals)) yield `# ${name} ${count}\n`;
    yield `# duration_ms ${Math.round(event.data.duration_ms)}\n`;
  }
}
