import { Button } from '@mantine/core';
import { holdChannelProducts } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';

/** Holds the selected products on the channel, or releases them. */
export function HoldButtons(props: { channelId: string; productIds: string[]; onDone: () => void }) {
  const { channelId, productIds, onDone } = props;
  const t = useMessages();
  const formats = useFormats();
  const hold = useChange(
    (api, isHeld: boolean) => api.call(holdChannelProducts, { params: { channelId }, body: { productIds, isHeld } }),
    ({ changed }, isHeld) => {
      onDone();
      return isHeld ? t.channels.heldNow(formats.number(changed)) : t.channels.releasedNow(formats.number(changed));
    },
  );
  return [true, false].map((isHeld) => (
    <Button
      key={String(isHeld)}
      size="compact-sm"
      variant="default"
      loading={hold.isPending && hold.variables === isHeld}
      onClick={() => hold.mutate(isHeld)}
    >
      {isHeld ? t.channels.hold : t.channels.release}
    </Button>
  ));
}
