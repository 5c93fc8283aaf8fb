import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import type { WayBack as Loading } from './product/way-back.tsx';

const Loaded = lazyPart(async () => (await import('./product/way-back.tsx')).WayBack);

/**
 * A button below an error of a channel that shows links to the mapping and to the attributes. The code is loaded when the first error is
 * shown.
 */
export function WayBack(props: ComponentProps<typeof Loading>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
