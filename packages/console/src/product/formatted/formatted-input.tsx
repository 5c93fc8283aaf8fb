import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart, Substitute } from '../../ui/loading/lazy-part.tsx';
import { type FormattedInputProps, SourceInput } from './source-input.tsx';

/** The editor is loaded on demand, because its compressed code takes 61 kB. */
const FormattedEditor = lazyPart(() => import('./formatted-editor.tsx').then((module) => module.FormattedEditor));

/** An editor for formatted text. If its code cannot be loaded, the source can still be edited. */
export function FormattedInput(props: FormattedInputProps) {
  return (
    <Substitute value={<SourceInput {...props} />}>
      <Suspense fallback={<Skeleton height={120} />}>
        <FormattedEditor {...props} />
      </Suspense>
    </Substitute>
  );
}
