import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { root } from '../../root.ts';
import { findSettingFaults, stopSeconds } from './service-settings.ts';

const folder = `${root}/deploy/kubernetes`;

/** A container of a manifest, with the properties that this module checks. The types are those of the schema. */
interface Container {
  env?: { name: string; value: string }[];
  args?: string[];
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
  resources?: { limits?: { memory?: string } };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
  ports?: { name: string }[];
}

interface Manifest {
  file: string;
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  resources?: string[];
  spec?: {
    selector?: Record<string, unknown> & { matchLabels?: Record<string, string> };
    ports?: { targetPort?: string }[];
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds?: number;
        securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
        containers: Container[];
      };
    };
  };
}

function readManifests(): Manifest[] {
  return globSync('*.yaml', { cwd: folder }).flatMap((file) =>
    parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')).map((document): Manifest => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`);
      return { ...(document.toJS() as Omit<Manifest, 'file'>), file }; // the schema is checked next
    }),
  );
}

/** Returns the faults of all manifests. @param modules folder with the package kubernetes-models */
export async function checkKubernetes(modules: string): Promise<string[]> {
  const manifests = readManifests();
  const faults: string[] = [];
  for (const manifest of manifests) {
    if (manifest.kind !== 'Kustomization') faults.push(...(await findSchemaFaults(modules, manifest)));
    faults.push(...findPodFaults(manifest));
  }
  return [...faults, ...findMissingResources(manifests), ...findSelectorFaults(manifests), ...findSettings(manifests)];
}

/** A class of kubernetes-models for one kind. */
type ModelClass = new (data: object) => { validate(): void };

async function findSchemaFaults(modules: string, { file, ...manifest }: Manifest): Promise<string[]> {
  const path = `${modules}/kubernetes-models/${manifest.apiVersion}/${manifest.kind}.js`;
  const module = (await import(pathToFileURL(path).href)) as Record<string, ModelClass>; // each module exports its kind
  const Model = module[manifest.kind];
  if (!Model) return [`${file}: there is no ${manifest.kind} in ${manifest.apiVersion}`];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${file}: ${manifest.kind} ${manifest.metadata.name}: ${String(error)}`];
  }
}

/** Returns the requirements of the restricted pod security standard and of this image that a pod violates. */
function findPodFaults({ file, kind, spec }: Manifest): string[] {
  const pod = spec?.template?.spec;
  if (!pod) return [];
  const faults: string[] = [];
  const require = (isMet: boolean | undefined, what: string) => {
    if (isMet !== true) faults.push(`${file}: ${what}`);
  };
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
  require(runAsNonRoot &&
    runAsUser === 10_001 &&
    seccompProfile?.type === 'RuntimeDefault', 'the pod runs as user 10001');
  for (const container of pod.containers) {
    const security = container.securityContext;
    require(security?.allowPrivilegeEscalation === false, 'no privilege escalation');
    require(security?.readOnlyRootFilesystem, 'a read-only root file system');
    require(security?.capabilities?.drop?.includes('ALL'), 'no capabilities');
    require(container.resources?.limits?.memory !== undefined, 'a limit of memory');
    if (kind === 'Deployment') {
      require(container.readinessProbe?.httpGet.path === '/readyz', 'readiness is /readyz');
      require(container.livenessProbe?.httpGet.path === '/healthz', 'liveness is /healthz');
    }
  }
  return faults;
}

function findMissingResources(manifests: Manifest[]): string[] {
  const listed = new Set(manifests.flatMap(({ resources = [] }) => resources));
  const files = new Set(
    manifests.filter(({ kind }) => kind !== 'Kustomization' && kind !== 'Secret').map(({ file }) => file),
  );
  return [...listed.symmetricDifference(files)].map(
    (file) => `kustomization.yaml: ${file} is not both there and listed`,
  );
}

/** Returns a fault for each selector that selects no pod of a Deployment, and for each port of a service that its pods lack. */
function findSelectorFaults(manifests: Manifest[]): string[] {
  const pods = manifests.flatMap(({ kind, spec }) => (kind === 'Deployment' && spec?.template ? [spec.template] : []));
  return manifests.flatMap(({ file, kind, spec }) => {
    const labels = kind === 'Service' ? spec?.selector : spec?.selector?.matchLabels;
    if (labels === undefined) return [];
    const selected = pods.filter(({ metadata }) =>
      Object.entries(labels).every(([name, value]) => metadata.labels[name] === value),
    );
    if (selected.length === 0) return [`${file}: the selector of ${kind} selects no pod`];
    const ports = new Set(
      selected
        .flatMap((pod) => pod.spec.containers.flatMap((container) => container.ports ?? []))
        .map(({ name }) => name),
    );
    return (spec?.ports ?? [])
      .filter(({ targetPort }) => targetPort !== undefined && !ports.has(targetPort))
      .map(({ targetPort }) => `${file}: no pod has the port ${targetPort}`);
  });
}

/** Checks the settings of each Deployment, and that Kubernetes waits at least 10 s longer than a process needs to stop. */
function findSettings(manifests: Manifest[]): string[] {
  const shared = Object.assign({}, ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData }))) as Record<
    string,
    string
  >; // all values are texts
  return manifests.flatMap(({ file, kind, spec }) => {
    const pod = spec?.template?.spec;
    if (kind !== 'Deployment' || !pod) return [];
    const own = Object.fromEntries(
      pod.containers.flatMap(({ env = [] }) => env).map(({ name, value }) => [name, value]),
    );
    const settings = { ...shared, ...own };
    const reserve = (pod.terminationGracePeriodSeconds ?? 30) - stopSeconds(settings);
    return [
      ...findSettingFaults(file, settings),
      ...(reserve >= 10 ? [] : [`${file}: the grace period leaves ${reserve} s for the end of background work`]),
    ];
  });
}
