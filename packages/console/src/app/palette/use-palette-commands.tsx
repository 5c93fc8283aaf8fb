import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import {
  IconColumns2,
  IconMoon,
  IconPlus,
  IconRestore,
  IconSettings,
  IconSun,
  IconUserPlus,
} from '@tabler/icons-react';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useSettingsTabs } from '../../settings/use-settings-tabs.ts';
import { usePaletteTexts } from './palette-texts.ts';

const includes = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

/** Returns the commands whose names contain the text, or only the frequent commands if the text is empty. */
export function usePaletteCommands(text: string): SpotlightActionData[] {
  const t = useMessages();
  const texts = usePaletteTexts();
  const navigate = useNavigate();
  const { canWrite, isOwner } = useWork();
  const { productId } = useParams({ strict: false });
  const { pathname } = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const settings = useSettingsTabs();
  const often: SpotlightActionData[] = [
    ...(canWrite
      ? [
          {
            id: 'new-product',
            label: t.products.newProduct,
            leftSection: <IconPlus size={18} aria-hidden />,
            onClick: () =>
              // the list behind the dialog keeps its filters
              void navigate({ to: '/products', search: pathname === '/products' ? true : {}, hash: 'new' }),
          },
        ]
      : []),
    {
      id: 'compare',
      label: t.palette.compare,
      leftSection: <IconColumns2 size={18} aria-hidden />,
      onClick: () =>
        void navigate({ to: '/compare', search: productId === undefined ? {} : { productId: [productId] } }),
    },
  ];
  const others: SpotlightActionData[] = [
    {
      id: 'deleted-products',
      label: t.products.deletedTitle,
      leftSection: <IconRestore size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/deleted-products' }),
    },
    ...(isOwner
      ? [
          {
            id: 'invite',
            label: texts.invite,
            leftSection: <IconUserPlus size={18} aria-hidden />,
            onClick: () => void navigate({ to: '/settings', search: { tab: 'members' }, hash: 'invite' }),
          },
        ]
      : []),
    {
      id: 'scheme',
      label: isDark ? texts.light : texts.dark,
      leftSection: isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...settings.map(({ tab, label }) => ({
      id: `settings ${tab}`,
      label: `${t.settings.title}: ${label}`,
      leftSection: <IconSettings size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/settings', search: { tab } }),
    })),
  ];
  return (text === '' ? often : [...often, ...others]).filter(({ label }) => includes(label ?? '', text));
}
