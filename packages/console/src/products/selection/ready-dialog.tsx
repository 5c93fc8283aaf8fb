import { Stack, Text } from '@mantine/core';
import { addChannelProducts } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { readRecount } from '../../product-query/count-differs.ts';
import { RecountAlert } from '../../product-query/recount-alert.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { choiceBody, type SubmitChoice } from '../../submit/submit-choice.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useReadyTexts } from './ready-texts.ts';

/**
 * Asks whether to mark the chosen products as ready on a channel, because released holds cannot be restored. If the number of matching
 * products is no longer the one that the user saw, marks nothing and asks again.
 */
export function ReadyDialog(props: {
  choice: SubmitChoice;
  count: number;
  channel: { channelId: string; name: string };
  onClose: () => void;
}) {
  const { choice, channel, onClose } = props;
  const { channelId, name } = channel;
  const t = useMessages();
  const texts = useReadyTexts();
  const formats = useFormats();
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<{ count: number; before?: number }>({ count: props.count });
  const mark = useChange(
    async (api, _: undefined) => {
      const products = await choiceBody(api, choice, shown.count);
      if (!products) throw new Error(texts.tooMany);
      return api.call(addChannelProducts, { params: { channelId }, body: { ...products, state: 'Ready' } });
    },
    ({ changed }) => {
      onClose();
      return t.channels.markedReady(formats.number(changed));
    },
    { showsFailure: true },
  );
  const start = () =>
    mark.mutate(undefined, {
      onError(error) {
        const recount = readRecount(error);
        if (!recount) return;
        setShown({ count: recount.count, before: shown.count });
        void queryClient.invalidateQueries({ queryKey: [clientId] });
      },
    });
  const count = formats.number(shown.count);
  return (
    <Dialog title={texts.title(count, name)} onClose={onClose} locked={mark.isPending}>
      <Stack>
        {shown.before !== undefined && !mark.isPending && <RecountAlert before={shown.before} now={shown.count} />}
        {mark.error !== null && !readRecount(mark.error) && <ProblemAlert error={mark.error} />}
        <Text size="sm">{texts.text}</Text>
        <DialogActions
          onClose={onClose}
          submit={texts.confirm(count)}
          loading={mark.isPending}
          disabled={shown.count === 0}
          onSubmit={start}
        />
      </Stack>
    </Dialog>
  );
}
