import type { FileOptions } from '@pimento/contract';
import { columnLetters } from '@pimento/files/browser';
import type { WizardInput } from './draft-types.ts';
import { documentOf, ignoredUnnamed } from './mapping-draft.ts';

/** Returns how the service is to read and map the file. */
export function fileOptions({ format, start, draft }: Pick<WizardInput, 'format' | 'start' | 'draft'>): FileOptions {
  const reading = Object.keys(format).length === 0 ? {} : { format };
  if (draft === undefined) return { ...reading, ...(start.kind === 'auto' ? {} : { mapping: start }) };
  const ignore = ignoredUnnamed(draft).map(columnLetters);
  return {
    ...reading,
    mapping: { kind: 'document', document: documentOf(draft) },
    ...(ignore.length === 0 ? {} : { answers: { ignore } }),
  };
}
