import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { signOut } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Language, languages, useLanguage } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { sessionKey } from '../../session/query-client.ts';
import { chooseDensity, type Density, rowHeights, useDensity } from '../../ui/tables/density.ts';
import { UserButton } from './user-button.tsx';

/** The user menu: the signed-in user, profile, appearance, language and sign-out. */
export function UserMenuList() {
  const { messages: t, language, speak } = useLanguage();
  const { session, api } = useWork();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const schemes = [
    { value: 'auto', label: t.user.system, icon: IconDeviceDesktop },
    { value: 'light', label: t.user.light, icon: IconSun },
    { value: 'dark', label: t.user.dark, icon: IconMoon },
  ] as const;
  const leave = async () => {
    await api.call(signOut).catch(() => undefined);
    queryClient.clear();
    queryClient.setQueryData(sessionKey, null);
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu position="bottom-end" width={240} defaultOpened>
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {session.name}
          </Text>
          <Text size="xs">{session.email}</Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconUser size={16} aria-hidden />}>
          {t.user.profile}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t.user.appearance}</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === value ? <IconCheck size={15} aria-label={t.common.chosen} /> : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>{t.user.density}</Menu.Label>
        {Object.keys(rowHeights).map((name) => {
          const one = name as Density; // Object.keys returns the keys of `rowHeights` as string
          return (
            <Menu.Item
              key={one}
              closeMenuOnClick={false}
              onClick={() => chooseDensity(one)}
              rightSection={density === one ? <IconCheck size={15} aria-label={t.common.chosen} /> : null}
            >
              {t.user.densities[one]}
            </Menu.Item>
          );
        })}
        <Menu.Label>{t.user.language}</Menu.Label>
        {Object.entries(languages).map(([code, { name }]) => (
          <Menu.Item
            key={code}
            closeMenuOnClick={false}
            onClick={() => speak(code as Language) /* Object.entries returns the keys of `languages` as string */}
            rightSection={language === code ? <IconCheck size={15} aria-label={t.common.chosen} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()} leftSection={<IconLogout size={16} aria-hidden />}>
          {t.user.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
