import { Button, Text } from '@mantine/core';
import {
  addChannelProducts,
  type ConnectionView,
  holdChannelProducts,
  removeChannelProducts,
} from '@pimento/contract/wire';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { SubmitDialog } from '../../submit/submit-dialog-loader.tsx';
import classes from '../channels.module.css';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** The actions for selected products; renders nothing if no product is selected. */
export function ProductTools(props: { channel: ConnectionView; selected: ReadonlySet<string>; onDone: () => void }) {
  const { channel, selected, onDone } = props;
  const { channelId } = channel;
  const t = useMessages();
  const formats = useFormats();
  const [dialog, setDialog] = useState<'submit' | 'withdraw'>();
  const close = () => setDialog(undefined);
  const productIds = [...selected];
  const removal = useChange(
    (api, _input: void) => api.call(removeChannelProducts, { params: { channelId }, body: { productIds } }),
    ({ removed }) => {
      onDone();
      return t.channels.takenOff(formats.number(removed));
    },
  );
  const markReady = useChange(
    (api, _input: void) =>
      api.call(addChannelProducts, { params: { channelId }, body: { productIds, state: 'Ready' } }),
    ({ changed }) => {
      onDone();
      return t.channels.markedReady(formats.number(changed));
    },
  );
  if (selected.size === 0) return null;
  return (
    <div className={classes.tools} role="region" aria-label={t.products.selection}>
      <Text size="sm" fw={600} className="number" aria-live="polite">
        {t.products.selected(formats.number(selected.size))}
      </Text>
      <Button size="compact-sm" onClick={() => setDialog('submit')}>
        {t.submit.open}
      </Button>
      {channel.readyWhen !== 'valid' && (
        <Button size="compact-sm" variant="default" loading={markReady.isPending} onClick={() => markReady.mutate()}>
          {t.channels.markReady}
        </Button>
      )}
      {channel.standardVersion !== undefined && (
        <HoldButtons channelId={channelId} productIds={productIds} onDone={onDone} />
      )}
      {channel.capabilities.includes('withdraw') && (
        <Button size="compact-sm" variant="default" onClick={() => setDialog('withdraw')}>
          {t.channels.withdraw}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={removal.isPending}
        onClick={() => removal.mutate()}
      >
        {t.channels.takeOff}
      </Button>
      {dialog === 'withdraw' && (
        <WithdrawDialog channel={channel} productIds={productIds} onDone={onDone} onClose={close} />
      )}
      {dialog === 'submit' && (
        <SubmitDialog
          choice={{ kind: 'some', ids: selected }}
          count={selected.size}
          channelId={channelId}
          onSent={onDone}
          onClose={close}
        />
      )}
    </div>
  );
}

function HoldButtons(props: { channelId: string; productIds: string[]; onDone: () => void }) {
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
