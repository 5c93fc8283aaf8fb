import { useRef, useState } from 'react';

/** Returns a function with a stable identity, so that memoized children are not rendered again. It calls the latest function. */
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
