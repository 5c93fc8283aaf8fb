// Writes dist/pimento.cdx.json, the software bill of materials of a server in CycloneDX format: `npm run sbom`. It is made from the lock
// file and contains the hashes of every package for every platform. Equal lock files give identical bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fail } from '../report.ts';
import { root } from '../root.ts';

interface Component {
  name: string;
  purl: string;
  hashes?: unknown[];
}
interface Bill {
  bomFormat: string;
  serialNumber?: string;
  metadata: { timestamp?: string };
  components: Component[];
}

const command = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
const output = execFileSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const bill = JSON.parse(output) as Bill; // npm documents this type
// Both properties differ in every run, and CycloneDX does not require them.
delete bill.serialNumber;
delete bill.metadata.timestamp;
const isOurs = ({ name, purl }: Component) => purl.startsWith('pkg:npm/%40pimento/') || name === 'empty-package';
const unhashed = bill.components.filter((one) => !one.hashes?.length && !isOurs(one));
if (bill.bomFormat !== 'CycloneDX' || bill.components.length === 0) fail('npm wrote no bill of materials');
if (unhashed.length > 0) fail(`packages without a hash: ${unhashed.map(({ name }) => name).join(', ')}`);
mkdirSync(`${root}/dist`, { recursive: true });
writeFileSync(`${root}/dist/pimento.cdx.json`, `${JSON.stringify(bill, undefined, 2)}\n`);
console.log(`dist/pimento.cdx.json: ${bill.components.length} packages`);
