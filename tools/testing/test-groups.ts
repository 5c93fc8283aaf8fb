import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../root.ts';

/** Maximum number of files that one process runs, because its heap keeps the modules and the compiled code of all these files. */
const maxFiles = 25;

/** Path of runner-hook.ts, which must be loaded before `node:test`. */
const runnerHook = `${root}/tools/testing/runner-hook.ts`;

/** A file that measures the memory or the processor time of its process must be the only one in its process. */
const measuresProcess = /\bprocess\.(?:memoryUsage|cpuUsage)\b/;

/**
 * Divides test files into groups, each for one process. Files that must be alone come first. Of the other groups, large ones come first
 * and small ones last, so that all cores stay busy until the end of the run.
 * @param processes number of processes that run at the same time
 * @param minFiles minimum number of files in a group, except the last group and files that must be alone. At most `maxFiles` has an effect.
 * Processes with small groups spend most of their time on loading the server. For files that take half a minute each, small groups are
 * better nevertheless
 */
export function divideTestFiles(files: readonly string[], processes: number, minFiles: number): string[][] {
  const isAlone = (file: string) => measuresProcess.test(readFileSync(resolve(root, file), 'utf8'));
  const groups = files.filter(isAlone).map((file) => [file]);
  const left = files.filter((file) => !isAlone(file));
  while (left.length > 0) {
    const size = Math.max(Math.ceil(left.length / (processes * 3)), minFiles);
    groups.push(left.splice(0, Math.min(size, maxFiles)));
  }
  return groups;
}

/**
 * Writes one module for each group. The runner starts a process for each module. Loading the server takes 1.2 s of processor time, which
 * each group needs only once. Each file is a suite, so its hooks run before and after its own tests, and the next file is loaded when they
 * have ended. Hooks of a module that several files import apply only to the first of these files, unless the module is `shared`.
 * @param shared path of a module whose hooks apply to every file
 * @returns the paths of the modules. The runner keeps their order
 */
export function writeGroups(groups: readonly (readonly string[])[], shared?: string): string[] {
  const folder = `${root}/node_modules/.cache/test-groups/${process.pid}`;
  mkdirSync(folder, { recursive: true });
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return groups.map((files, index) => {
    const path = `${folder}/${String(index + 1).padStart(3, '0')}.mjs`;
    writeFileSync(path, moduleOf(files, shared));
    return path;
  });
}

/**
 * Returns the source of the module for a group. A file that cannot be loaded becomes a failed test, because the totals do not count failed
 * suites. The interval keeps the event loop alive. Without it, a test that waits for a timer without a reference would end all files of the
 * group, without a result and without a timeout. The runner follows asynchronous work only while a file is loaded (see runner-hook.ts).
 */
function moduleOf(files: readonly string[], shared: string | undefined): string {
  const suites = files.map((file) => {
    const [name, path] = [JSON.stringify(file), JSON.stringify(resolve(root, file))];
    return `followWork();\nawait suite(${name}, () => import(${path}).then(ignoreWork, fail));\n`;
  });
  return `import { followWork, ignoreWork } from ${JSON.stringify(runnerHook)};
const { suite, test } = await import('node:test');
${shared === undefined ? '' : `await import(${JSON.stringify(shared)});`}
const fail = (error) => { test('is loaded', () => { throw error; }); };
const alive = setInterval(() => undefined, 60_000);
${suites.join('')}clearInterval(alive);
`;
}
