import { Suspense, useState } from 'react';
import { useWork } from '../session/session.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { dismissWay, isWayDismissed } from './dismissed-way.ts';

const FirstDeliveryPanel = lazyPart(async () => (await import('./first-delivery-panel.tsx')).FirstDeliveryPanel);

/** The steps to the first delivery, for people who can complete them and have not dismissed them. */
export function FirstDelivery() {
  const { canWrite, session, clientId } = useWork();
  const owner = { personId: session.personId, clientId };
  const [dismissed, setDismissed] = useState<string>();
  if (!canWrite || dismissed === clientId || isWayDismissed(owner)) return null;
  return (
    <Suspense>
      <FirstDeliveryPanel
        onDismiss={() => {
          dismissWay(owner);
          setDismissed(clientId);
        }}
      />
    </Suspense>
  );
}
