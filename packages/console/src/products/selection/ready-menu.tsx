import { Button, Menu } from '@mantine/core';
import { addChannelProducts } from '@pimento/contract/wire';
import { IconCircleCheck } from '@tabler/icons-react';
import { useConnections } from '../../connections/use-connections.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { choiceBody, type SubmitChoice } from '../../submit/submit-choice.ts';
import { useReadyTexts } from './ready-texts.ts';

/**
 * A menu of channels that marks the chosen products as ready on one of them, and adds them to it if necessary. Renders nothing if products
 * become ready by themselves on all channels.
 */
export function ReadyMenu({ choice, count }: { choice: SubmitChoice; count: number | undefined }) {
  const t = useMessages();
  const texts = useReadyTexts();
  const formats = useFormats();
  const connections = useConnections();
  const channels = (connections.data ?? []).filter(({ connected, readyWhen }) => connected && readyWhen !== 'valid');
  const mark = useChange(
    async (api, channelId: string) => {
      const body = await choiceBody(api, choice, count);
      if (!body) throw new Error(t.submit.tooMany);
      // this operation does not compare the number of products, because marking is undone easily
      const products = 'filter' in body ? { filter: body.filter } : body;
      return api.call(addChannelProducts, { params: { channelId }, body: { ...products, state: 'Ready' } });
    },
    ({ changed }) => t.channels.markedReady(formats.number(changed)),
  );
  if (channels.length === 0) return null;
  return (
    <Menu position="top" withArrow>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCircleCheck size={14} aria-hidden />}
          loading={mark.isPending}
          disabled={count === undefined}
        >
          {texts.menu}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {channels.map(({ channelId, name }) => (
          <Menu.Item key={channelId} onClick={() => mark.mutate(channelId)}>
            {texts.on(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
