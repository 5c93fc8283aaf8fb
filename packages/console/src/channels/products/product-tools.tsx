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

/** An open dialog. `ids` is a copy of the selection, because the selection is cleared while the dialog is still open. */
interface OpenedDialog {
  kind: 'submit' | 'withdraw';
  ids: ReadonlySet<string>;
}

/** The actions for the selected products, and the open dialog. Renders nothing if no product is selected and no dialog is open. */
export function ProductTools(props: { channel: ConnectionView; selected: ReadonlySet<string>; onDone: () => void }) {
  const { channel, selected, onDone } = props;
  const [dialog, setDialog] = useState<OpenedDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      {selected.size > 0 && (
        <ProductActions
          channel={channel}
          selected={selected}
          onDone={onDone}
          onOpen={(kind) => setDialog({ kind, ids: selected })}
        />
      )}
      {dialog?.kind === 'withdraw' && (
        <WithdrawDialog channel={channel} productIds={[...dialog.ids]} onDone={onDone} onClose={close} />
      )}
      {dialog?.kind === 'submit' && (
        <SubmitDialog
          choice={{ kind: 'some', ids: dialog.ids }}
          count={dialog.ids.size}
          channelId={channel.channelId}
          onSent={onDone}
          onClose={close}
        />
      )}
    </>
  );
}

function ProductActions(props: {
  channel: ConnectionView;
  selected: ReadonlySet<string>;
  onDone: () => void;
  onOpen: (dialog: OpenedDialog['kind']) => void;
}) {
  const { channel, selected, onDone, onOpen } = props;
  const { channelId } = channel;
  const t = useMessages();
  const formats = useFormats();
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
  return (
    <div className={classes.tools} role="region" aria-label={t.products.selection}>
      <Text size="sm" fw={600} className="number" aria-live="polite">
        {t.products.selected(formats.number(selected.size))}
      </Text>
      <Button size="compact-sm" onClick={() => onOpen('submit')}>
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
        <Button size="compact-sm" variant="default" onClick={() => onOpen('withdraw')}>
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
