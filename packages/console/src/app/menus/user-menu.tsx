import { lazy } from 'react';
import { OnDemand } from '../../ui/on-demand.tsx';
import { UserButton } from './user-button.tsx';

const UserMenuList = lazy(async () => ({ default: (await import('./user-menu-list.tsx')).UserMenuList }));

export function UserMenu() {
  return <OnDemand button={(open) => <UserButton onClick={open} />} opened={<UserMenuList />} />;
}
