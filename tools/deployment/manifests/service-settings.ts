import { configSchema, readConfig } from '../../../packages/server/src/config.ts';

/** Variables that libraries or other containers read instead of Pimento itself. */
const furtherSettings = /^(AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|POSTGRES_\w+|ROOT_\w+)$/;

/** Values that replace the placeholders of templates. */
const examples: Record<string, string> = {
  PIMENTO_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  PIMENTO_BASE_URL: 'https://pim.example.com',
  PIMENTO_OPERATOR_EMAIL: 'operator@example.com',
};

/** Returns the faults of a process's settings: unknown names, and values that the service would refuse. */
export function findSettingFaults(where: string, settings: Record<string, string>): string[] {
  const unknown = Object.keys(settings).filter((name) => !(name in configSchema.shape) && !furtherSettings.test(name));
  const given = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      /\$\{|replace-me/.test(value) ? (examples[name] ?? value) : value,
    ]),
  );
  const read = readConfig(given);
  return [
    ...unknown.map((name) => `${where}: ${name} is no setting of Pimento`),
    ...('complaints' in read ? read.complaints.map((complaint) => `${where}: ${complaint}`) : []),
  ];
}

/** Returns the maximum number of seconds from SIGTERM to the end of a process with these settings, excluding its background work. */
export function stopSeconds(settings: Record<string, string>): number {
  return Number(settings['PIMENTO_DRAIN_SECONDS'] ?? 5) + Number(settings['PIMENTO_STOP_SECONDS'] ?? 10);
}
