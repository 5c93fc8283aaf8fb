import { type ReactNode, Suspense, useState } from 'react';

/**
 * A button whose menu or popover is loaded when it is pressed for the first time: their machinery would be a tenth of the first load.
 * @param props.opened the same button with what it opens, opened already
 */
export function OnDemand(props: { button: (open: () => void) => ReactNode; opened: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const button = props.button(() => setWanted(true));
  return isWanted ? <Suspense fallback={button}>{props.opened}</Suspense> : button;
}
