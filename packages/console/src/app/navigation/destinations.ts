import {
  IconBroadcast,
  IconFileImport,
  IconHome,
  IconPackages,
  IconPhoto,
  IconPlugConnected,
  IconSend,
  IconServer,
  IconSettings,
  IconTags,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';

/** Returns the main screens that the signed-in user can open, for the navigation and the command palette. */
export function useDestinations() {
  const t = useMessages();
  const { session } = useWork();
  return [
    { to: '/', label: t.nav.home, icon: IconHome },
    { to: '/products', label: t.nav.products, icon: IconPackages },
    { to: '/imports', label: t.nav.imports, icon: IconFileImport },
    { to: '/attributes', label: t.nav.attributes, icon: IconTags },
    { to: '/assets', label: t.assets.title, icon: IconPhoto },
    { to: '/channels', label: t.channels.title, icon: IconBroadcast },
    { to: '/submissions', label: t.submissions.title, icon: IconSend },
    ...(session.isOperator
      ? ([
          { to: '/gateway', label: t.gateway.title, icon: IconPlugConnected },
          { to: '/installation', label: t.nav.installation, icon: IconServer },
        ] as const)
      : []),
    { to: '/settings', label: t.nav.settings, icon: IconSettings },
  ] as const satisfies { to: string; label: string; icon: TablerIcon }[];
}
