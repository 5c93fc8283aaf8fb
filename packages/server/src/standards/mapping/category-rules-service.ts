import { isDeepStrictEqual } from 'node:util';
import type { CategoryRules, StoredMapping } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, PimentoError, transaction } from '../../platform/index.ts';
import { openDraft, save } from './draft-service.ts';
import { getStoredMapping } from './mapping-reading-service.ts';
import type { MappingKey } from './mapping-types.ts';

const complete = ({ rules = [], otherwise = null }: CategoryRules = {}) => ({ rules, otherwise });

/** Replaces the category rules of the draft. @throws PimentoError unknown-channel, invalid-mapping, changed-meanwhile */
export function putCategoryRules(
  database: Database,
  key: MappingKey,
  { category, expected, actor }: { category: CategoryRules; expected?: CategoryRules | undefined; actor: string },
): Promise<StoredMapping> {
  return transaction(database, async (opened) => {
    const draft = await openDraft(opened, key, { actor });
    const present = complete(draft.outline.category);
    if (expected !== undefined && !isDeepStrictEqual(present, complete(expected)))
      throw new PimentoError(problem('changed-meanwhile', { kind: 'category-rules' }), { stored: present });
    await save(draft, { ...draft.outline, category: complete(category) }, actor);
    return getStoredMapping(opened, key, 0);
  });
}
