import { useNotifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

const List = lazyPart(async () => (await import('./notification-list.tsx')).Notifications);

/** Notifications in a corner of the screen. The code is loaded with the first notification. */
export function Notifications() {
  const { notifications } = useNotifications();
  const [isLoaded, setLoaded] = useState(false);
  if (!isLoaded && notifications.length > 0) setLoaded(true);
  if (!isLoaded) return null;
  return (
    <Suspense>
      <List position="bottom-right" />
    </Suspense>
  );
}
