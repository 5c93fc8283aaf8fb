import { join } from 'node:path';
import type { FirstRun } from './first-run.ts';

interface Greeting {
  baseUrl: string;
  folder: string;
  /** The result of the first run, if its file still exists. */
  known: FirstRun | undefined;
  /** Path of the feed of the example market. Undefined if there is no example market. */
  feedFile: string | undefined;
  isFirst: boolean;
  /** False if the output may be stored permanently, for example in a container log. */
  mayShowSecrets: boolean;
}

/** Returns the text that is printed when Pimento is ready. */
export function greeting({ baseUrl, folder, known, feedFile, isFirst, mayShowSecrets }: Greeting): string {
  const lines = ['', `Pimento is running at ${baseUrl}`, `API reference          ${baseUrl}/docs`];
  if (feedFile !== undefined)
    lines.push(
      `Example feed           ${feedFile}`,
      `                       written when you submit products to the example market`,
    );
  if (!known) return `${lines.join('\n')}\n\n`;
  const { operator, client, adapter } = known;
  const showsSecrets = isFirst && mayShowSecrets;
  if (showsSecrets) lines.push(`Operator login         ${operator.email}  ${operator.password}`);
  if (client) lines.push(`Client "${client.clientId}"          key ${client.keyId}`);
  if (adapter) lines.push(`Adapter "${adapter.adapterId}"      key ${adapter.keyId}`);
  lines.push(`Keys and login         ${join(folder, 'first-run.json')}`);
  if (client) {
    const secret = showsSecrets ? client.secret : '<secret>';
    lines.push(
      '',
      'Try it:',
      `  curl -H "Authorization: Bearer ${secret}" "${baseUrl}/api/products/v1/products?limit=2"`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
