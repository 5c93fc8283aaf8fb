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
    { to: '/', group: undefined, label: t.nav.home, icon: IconHome },
    { to: '/products', group: 'catalogue', label: t.nav.products, icon: IconPackages },
    { to: '/imports', group: 'catalogue', label: t.nav.imports, icon: IconFileImport },
    { to: '/attributes', group: 'catalogue', label: t.nav.attributes, icon: IconTags },
    { to: '/assets', group: 'catalogue', label: t.assets.title, icon: IconPhoto },
    { to: '/channels', group: 'delivery', label: t.channels.title, icon: IconBroadcast },
    { to: '/submissions', group: 'delivery', label: t.submissions.title, icon: IconSend },
    ...(session.isOperator
      ? ([
          { to: '/gateway', group: 'installation', label: t.gateway.title, icon: IconPlugConnected },
          { to: '/installation', group: 'installation', label: t.nav.installation, icon: IconServer },
        ] as const)
      : []),
    { to: '/settings', group: 'installation', label: t.nav.settings, icon: IconSettings },
  ] as const satisfies { to: string; group: keyof typeof t.nav.groups | undefined; label: string; icon: TablerIcon }[];
}
