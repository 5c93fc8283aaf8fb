import type { FileOptions } from '@pimento/contract';
import { columnLetters } from '@pimento/files/browser';
import type { WizardInput } from './draft-types.ts';
import { documentOf, ignoredUnnamed } from './mapping-draft.ts';

type Chosen = Pick<WizardInput, 'format' | 'start' | 'draft' | 'headerRow'>;

/** Returns the options with which the service reads and maps the file. */
export function fileOptions({ format, start, draft, headerRow }: Chosen): FileOptions {
  const ignore = draft === undefined ? [] : ignoredUnnamed(draft).map(columnLetters);
  const answers = {
    ...(headerRow === undefined ? {} : { headerRow }),
    ...(ignore.length === 0 ? {} : { ignore }),
  };
  const started = start.kind === 'auto' ? undefined : start;
  const mapping = draft === undefined ? started : ({ kind: 'document', document: documentOf(draft) } as const);
  return {
    ...(Object.keys(format).length === 0 ? {} : { format }),
    ...(mapping === undefined ? {} : { mapping }),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
  };
}
