import { type ComponentProps, Suspense } from 'react';
import type { SubmitDialog as Dialog } from './submit-dialog.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

const Loaded = lazyPart(async () => (await import('./submit-dialog.tsx')).SubmitDialog);

/** The submit dialog. Its code is loaded when the dialog is opened for the first time. */
export function SubmitDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
