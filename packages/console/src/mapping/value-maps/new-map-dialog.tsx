import { Stack, TextInput } from '@mantine/core';
import { updateMapEntries } from '@pimento/contract/wire';
import { useState } from 'react';
import { useChange } from '../../session/use-change.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** Asks for the name of a new value map and creates it. */
export function NewMapDialog(props: {
  channelId: string;
  taken: readonly string[];
  onClose: () => void;
  onCreated: (mapId: string) => void;
}) {
  const { channelId, taken, onClose, onCreated } = props;
  const t = useMappingTexts();
  const [name, setName] = useState('');
  const mapId = name.trim();
  const isTaken = taken.includes(mapId);
  const creation = useChange(
    (api, id: string) => api.call(updateMapEntries, { params: { channelId, mapId: id }, body: { entries: {} } }),
    (_, id) => {
      onCreated(id);
      return t.maps.created(id);
    },
  );
  return (
    <FormDialog action={creation} title={t.maps.new} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mapId !== '' && !isTaken) creation.mutate(mapId);
        }}
      >
        <Stack>
          <TextInput
            label={t.maps.name}
            data-autofocus
            maxLength={255}
            value={name}
            error={isTaken && t.maps.exists}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <DialogActions
            onClose={onClose}
            submit={t.maps.create}
            loading={creation.isPending}
            disabled={mapId === '' || isTaken}
          />
        </Stack>
      </form>
    </FormDialog>
  );
}
