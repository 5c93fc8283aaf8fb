import { Center, Loader } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { countLoadingParts } from './lazy-part.tsx';

/**
 * Interval of the checks, in milliseconds. A part whose code has just been loaded sends its requests between two checks, so several checks
 * in a row must find nothing loading.
 */
const checkMs = 30;
/** The content is shown after this time in any case, in milliseconds. */
const maxMs = 4_000;
/** After this time a loader is shown, in milliseconds. Most content is shown earlier. */
const loaderMs = 300;

const isFirst = ({ state }: Query): boolean => state.status === 'pending';

interface SettledProps {
  children: ReactNode;
  checks?: number;
  /**
   * Marks this element for the style sheet. If the mark were on a visible element around it, the browser would count its moves as layout
   * shifts.
   */
  'data-rest'?: true;
}

/**
 * Shows its content when the page is loading neither code nor first responses, at the latest after `maxMs`. Otherwise each response would
 * move the elements below it. The content must not take the focus when it is mounted, because it is invisible at first.
 * @param props.checks the number of checks in a row in which nothing must be loading
 */
export function Settled({ children, checks = 2, ...marks }: SettledProps) {
  const t = useMessages();
  const client = useQueryClient();
  const [state, setState] = useState<'hidden' | 'slow' | 'shown'>('hidden');
  const isShown = state === 'shown';
  useEffect(() => {
    if (isShown) return;
    let quiet = 0;
    const check = setInterval(() => {
      const isBusy = client.isFetching({ predicate: isFirst }) + countLoadingParts() > 0;
      quiet = isBusy ? 0 : quiet + 1;
      if (quiet >= checks) setState('shown');
    }, checkMs);
    return () => clearInterval(check);
  }, [isShown, client, checks]);
  useEffect(() => {
    const timers = [
      setTimeout(() => setState((before) => (before === 'hidden' ? 'slow' : before)), loaderMs),
      setTimeout(() => setState('shown'), maxMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div {...marks} style={{ position: 'relative', visibility: isShown ? 'inherit' : 'hidden' }}>
      {state === 'slow' && (
        <Center pos="fixed" inset={0} style={{ visibility: 'visible', pointerEvents: 'none' }}>
          <Loader role="progressbar" aria-label={t.common.loading} />
        </Center>
      )}
      {children}
    </div>
  );
}
