import { type Channel, createChannel, deleteChannel, updateChannel } from '@pimento/contract/wire';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { useEdit } from '../session/use-edit.ts';
import { type ChannelDraft, channelInput, channelParts, draftOf, type StoredChannel } from './channel-draft.ts';

/**
 * Holds the state and requests of the channel editor.
 * @param options.channel the stored channel, or undefined for a new channel
 */
export function useChannelEdit(options: { adapterId: string; channel: Channel | undefined; onClose: () => void }) {
  const { adapterId, channel, onClose } = options;
  const t = useMessages();
  const edit = useEdit<StoredChannel, ChannelDraft, Channel>({
    base: channel,
    draftOf,
    parts: channelParts(t),
    send(api, draft, stored) {
      const body = channelInput(draft);
      if (!channel || !stored)
        return api.call(createChannel, { body: { ...body, channelId: draft.channelId, adapterId } });
      const { name, logoUrl, batchSize, accountFields, clientIds, capabilities, allowInvalid = false } = stored;
      const expected = { name, logoUrl, batchSize, accountFields, clientIds, capabilities, allowInvalid };
      return api.call(updateChannel, {
        params: { channelId: channel.channelId },
        body: { ...body, allowInvalid: draft.allowInvalid, expected },
      });
    },
    done({ name }) {
      onClose();
      return t.gateway.saved(name);
    },
  });
  const removal = useChange(
    (api, channelId: string) => api.call(deleteChannel, { params: { channelId } }),
    () => {
      onClose();
      return t.gateway.deleted(edit.draft.name);
    },
    { showsFailure: true },
  );
  return { edit, removal, error: edit.error ?? removal.error };
}
