import type { CheckedStandard } from '../judge/checked-standard.ts';
import { judgeStandard } from '../judge/standard-judgement.ts';
import { readJsonSource } from '../read/json-source.ts';
import { documentChunks, type DocumentSource } from './document-service.ts';
import { listItems } from './item-views.ts';
import { findHead } from './standard-views.ts';

const all = { limit: 1_000_000, after: null };

/**
 * Loads a stored version and resolves its references.
 * @returns undefined if the version does not exist
 */
export async function loadStandard(source: DocumentSource): Promise<CheckedStandard | undefined> {
  if ((await findHead(source.connection, source.key, source.version)) === undefined) return undefined;
  let text = '';
  for await (const chunk of documentChunks(source)) text += chunk;
  return checkStored(JSON.parse(text));
}

/**
 * Loads like `loadStandard`, but without list values, rules, compiled restrictions and formulas. Use this function if no values are judged.
 * It is fast enough for the main thread, even for the largest standard.
 */
export async function loadOutline({ connection, key, version }: DocumentSource): Promise<CheckedStandard | undefined> {
  const head = await findHead(connection, key, version);
  if (head === undefined) return undefined;
  const read = async (kind: 'attribute' | 'category' | 'value-list'): Promise<unknown[]> =>
    (await listItems(connection, { key, version, kind }, all)).map(({ body }): unknown => JSON.parse(body));
  const document: unknown = JSON.parse(head);
  return checkStored(
    {
      ...(typeof document === 'object' && document),
      valueLists: await read('value-list'),
      attributes: await read('attribute'),
      categories: await read('category'),
    },
    true,
  );
}

/**
 * Checks a stored version again. This check cannot fail, because the version was valid when it was published, and later versions of Pimento
 * may only accept more.
 */
function checkStored(document: unknown, isOutline = false): CheckedStandard {
  const verdict = judgeStandard(readJsonSource(document), new Date(8.64e15), isOutline);
  if ('standard' in verdict) return verdict.standard;
  throw new Error(`a stored data standard has problems: ${JSON.stringify(verdict.problems[0])}`);
}
