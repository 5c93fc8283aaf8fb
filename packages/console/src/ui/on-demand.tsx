import { type ReactNode, Suspense, useState } from 'react';
import { Substitute } from './loading/lazy-part.tsx';

/**
 * A button that loads the code of its menu or popover when it is first pressed. Otherwise this code would make up a tenth of the code that
 * the console loads at the start.
 * @param props.opened the same button with its menu or popover open
 */
export function OnDemand(props: { button: (open: () => void) => ReactNode; opened: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const button = props.button(() => setWanted(true));
  if (!isWanted) return button;
  return (
    <Substitute value={button}>
      <Suspense fallback={button}>{props.opened}</Suspense>
    </Substitute>
  );
}
