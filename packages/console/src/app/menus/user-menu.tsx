import { OnDemand } from '../../ui/on-demand.tsx';
import { UserButton } from './user-button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

const UserMenuList = lazyPart(async () => (await import('./user-menu-list.tsx')).UserMenuList);

export function UserMenu() {
  return <OnDemand button={(open) => <UserButton onClick={open} />} opened={<UserMenuList />} />;
}
