// Asks the npm registry for known vulnerabilities of the packages in the lock file: `npm run advisories`. Fails if a package that runs on a
// server has a high or critical vulnerability, and lists all others. If the registry does not answer, prints a warning and passes, so that
// a machine without internet access can run every check.
import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { fail } from '../report.ts';
import { root } from '../root.ts';

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
const vulnerabilitySchema = z.object({
  name: z.string(),
  severity: z.enum(severities),
  // A string is the name of a vulnerable package on which this package depends.
  via: z.array(z.union([z.string(), z.object({ url: z.string() })])),
});
const auditSchema = z.object({ vulnerabilities: z.record(z.string(), vulnerabilitySchema) });
type Vulnerability = z.output<typeof vulnerabilitySchema>;

/** Returns the known vulnerabilities, or undefined if the registry gives no usable answer. */
function audit(...options: string[]): Vulnerability[] | undefined {
  const command = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000', ...options];
  const { stdout } = spawnSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  try {
    const { data } = auditSchema.safeParse(JSON.parse(stdout));
    return data && Object.values(data.vulnerabilities);
  } catch {
    return undefined;
  }
}

const line = ({ name, severity, via }: Vulnerability) =>
  `${severity}: ${name}, ${via.map((cause) => (typeof cause === 'string' ? cause : cause.url)).join(', ')}`;
const served = audit('--omit=dev');
const all = served && audit();
if (!served || !all) {
  console.warn('WARNING: the registry did not answer, so known vulnerabilities were not checked');
} else {
  const grave = served.filter(({ severity }) => severity === 'high' || severity === 'critical');
  for (const one of all.filter(({ name }) => !grave.some((other) => other.name === name))) console.log(line(one));
  if (grave.length > 0) fail(`packages of the server with known vulnerabilities:\n${grave.map(line).join('\n')}`);
  console.log(`${all.length} known vulnerabilities, none of them high or critical in a package of the server`);
}
