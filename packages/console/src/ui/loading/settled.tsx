import { Center, Loader } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useLoadingParts } from './lazy-part.tsx';

/** How long no first request must run before the content counts as complete, in milliseconds. A loaded part sends its requests within it. */
const quietMs = 30;
/** The content is shown after this time in any case, in milliseconds. */
const maxMs = 4_000;
/** After this time a loader is shown, in milliseconds. Most content is shown before. */
const loaderMs = 300;

/**
 * Shows its content when its first requests are answered and its code is loaded. Otherwise each answer would move what is below it. The
 * content must not take the focus when it is mounted, because it is invisible at first.
 */
export function Settled({ children }: { children: ReactNode }) {
  const t = useMessages();
  const requests = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const parts = useLoadingParts();
  const [isShown, setShown] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const isBusy = requests + parts > 0;
  useEffect(() => {
    const timers = [setTimeout(() => setSlow(true), loaderMs), setTimeout(() => setShown(true), maxMs)];
    return () => timers.forEach(clearTimeout);
  }, []);
  useEffect(() => {
    if (isBusy) return;
    const timer = setTimeout(() => setShown(true), quietMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <div style={{ position: 'relative', visibility: isShown ? 'inherit' : 'hidden' }}>
      {!isShown && isSlow && (
        <Center pos="absolute" inset={0} mah={240} style={{ visibility: 'visible' }}>
          <Loader aria-label={t.common.loading} />
        </Center>
      )}
      {children}
    </div>
  );
}
