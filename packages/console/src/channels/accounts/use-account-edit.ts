import { notifications } from '@mantine/notifications';
import { type Account, type ConnectionView, connectAccount, updateAccount } from '@pimento/contract/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import {
  changedProperties,
  emptyEntry,
  type Entries,
  type Entry,
  fieldProblems,
  startEntries,
} from './account-entries.ts';

/** Holds the state and the request of the account form. The problem of a field is hidden as soon as the field changes. */
export function useAccountEdit(channel: ConnectionView, account: Account | undefined, onClose: () => void) {
  const { channelId, accountFields } = channel;
  const spoken = useLanguage();
  const t = spoken.messages;
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [start] = useState(() => ({
    name: account?.name ?? channel.name,
    entries: startEntries(accountFields, account),
  }));
  const [name, setName] = useState(start.name);
  const [entries, setEntries] = useState<Entries>(start.entries);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const save = useMutation({
    mutationFn: () => {
      const properties = changedProperties(accountFields, account, entries);
      if (!account) return api.call(connectAccount, { params: { channelId }, body: { name, properties } });
      const hasChanged = Object.keys(properties).length > 0;
      return api.call(updateAccount, {
        params: { channelId, accountId: account.accountId },
        body: { name, ...(hasChanged ? { properties } : {}) },
      });
    },
    onSuccess: async (saved) => {
      notifications.show({
        message: saved.state === 'Authenticating' ? t.channels.connected(saved.name) : t.channels.saved(saved.name),
        color: 'green',
        closeButtonProps: { 'aria-label': t.common.close },
      });
      onClose();
      if (!account)
        void navigate({ to: '/channels/$channelId', params: { channelId }, replace: true, ignoreBlocker: true });
      await queryClient.invalidateQueries({ queryKey: [clientId] });
    },
    onSettled: () => setChanged(new Set()),
  });
  const problems = fieldProblems(spoken, save.error, account);
  return {
    name,
    setName,
    save,
    /** True if the form has changes that are not saved. */
    isTyped: !save.isSuccess && JSON.stringify({ name, entries }) !== JSON.stringify(start),
    entryOf: (fieldId: string): Entry => entries[fieldId] ?? emptyEntry,
    problemOf: (fieldId: string): string | undefined => (changed.has(fieldId) ? undefined : problems[fieldId]),
    change: (fieldId: string, entry: Entry) => {
      setChanged((before) => new Set([...before, fieldId]));
      setEntries((before) => ({ ...before, [fieldId]: entry }));
    },
  };
}
