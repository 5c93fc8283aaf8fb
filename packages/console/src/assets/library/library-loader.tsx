import { Suspense } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

const Loaded = lazyPart(async () => (await import('./library-dialog.tsx')).LibraryDialog);

/** The dialog that chooses an asset. Its code is loaded when it is opened. */
export function LibraryDialog(props: { label: string; onPick: (assetId: string) => void; onClose: () => void }) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
