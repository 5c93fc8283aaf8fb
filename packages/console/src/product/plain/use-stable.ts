import { useRef, useState } from 'react';

/**
 * Returns a function that stays the same for the lifetime of a component and calls the latest given function, so that a changed function
 * does not render memoized children again.
 */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  latest.current = act;
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}
