import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const List = lazy(async () => ({ default: (await import('./notification-list.tsx')).Notifications }));

/** What is told in a corner; loaded when there is something to tell. */
export function Notifications() {
  const { notifications } = useNotifications();
  const [hasTold, setHasTold] = useState(false);
  if (!hasTold && notifications.length > 0) setHasTold(true);
  if (!hasTold) return null;
  return (
    <Suspense>
      <List position="bottom-right" />
    </Suspense>
  );
}
