import { appendFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

/** The path of the file of each failed test is appended to this file, one per line. */
const failedList = process.env['PIMENTO_TEST_FAILED_LIST'];

type FailedTest = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** Returns the file of a failed test, or undefined for a suite that failed only because of its tests. */
function failedFile({ name, file, details: { error } }: FailedTest): string | undefined {
  if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined;
  return file ?? name;
}

/**
 * Prints the totals of a test run in a form that programs can read: one `# name count` per line, after the output of the spec reporter.
 * Also appends the paths of files with failed tests to `failedList`, if it is set.
 */
export default async function* closingLines(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === 'test:fail' && failedList !== undefined) {
      const file = failedFile(event.data);
      if (file !== undefined) appendFileSync(failedList, `${file}\n`);
    }
    // A summary without a file name covers the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, suites, passed, cancelled, skipped, todo } = event.data.counts;
    const failed = tests - passed - cancelled - skipped - todo;
    const totals = { tests, suites, pass: passed, fail: failed, cancelled, skipped, todo };
    for (const [name, count] of Object.entries(totals)) yield `# ${name} ${count}\n`;
    yield `# duration_ms ${Math.round(event.data.duration_ms)}\n`;
  }
}
