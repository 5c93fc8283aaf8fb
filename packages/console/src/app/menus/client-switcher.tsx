import { useWork } from '../../session/session.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { ClientButton } from './client-button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

const ClientList = lazyPart(async () => (await import('./client-list.tsx')).ClientList);

/** The chosen client with a menu of the user's clients. Renders nothing if no client is chosen. */
export function ClientSwitcher() {
  const { clientId } = useWork();
  if (clientId === '') return null;
  return <OnDemand button={(open) => <ClientButton onClick={open} />} opened={<ClientList />} />;
}
