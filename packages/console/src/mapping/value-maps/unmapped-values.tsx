import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { UnmappedValue } from '@pimento/contract';
import { listValueSuggestions, updateMapEntries } from '@pimento/contract/wire';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';

interface MapParams {
  channelId: string;
  mapId: string;
}

/** Adds entries to a value map, from the client's values to the channel's values. Fails if the map already has an entry for one of them. */
function useAddition(params: MapParams) {
  const t = useMappingTexts();
  const formats = useFormats();
  return useChange(
    (api, entries: Readonly<Record<string, string>>) => {
      const expected = Object.fromEntries(Object.keys(entries).map((value) => [value, null]));
      return api.call(updateMapEntries, { params, body: { entries, expected } });
    },
    (_, entries) => t.maps.pasted(formats.number(Object.keys(entries).length)),
    { refreshesFirst: true },
  );
}

/**
 * The product values for which a value map has no entry, most frequent first. The user can accept suggestions one by one or all at once.
 * Renders nothing if there are no such values.
 */
export function UnmappedValues(props: MapParams & { onAdd: (value: string) => void }) {
  const { channelId, mapId, onAdd } = props;
  const params = { channelId, mapId };
  const t = useMappingTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { data } = useCall(listValueSuggestions, { params });
  const addition = useAddition(params);
  const values = data?.values ?? [];
  if (values.length === 0) return null;
  // If several targets refuse a value, the suggestion of the first one is accepted.
  const suggested = new Map(
    values.toReversed().flatMap(({ value, suggestion }) => (suggestion === null ? [] : [[value, suggestion.to]])),
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {t.unmapped.title}
        </Text>
        {canWrite && suggested.size > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={addition.isPending}
            onClick={() => addition.mutate(Object.fromEntries(suggested))}
          >
            {t.unmapped.acceptAll(formats.number(suggested.size))}
          </Button>
        )}
      </Group>
      {data?.isSampled === true && (
        <Text size="sm" c="dimmed">
          {t.unmapped.sampled}
        </Text>
      )}
      <TableFrame
        label={t.unmapped.title}
        minWidth={420}
        headings={[{ label: t.maps.from }, { label: t.unmapped.products, align: 'right', width: 110 }]}
        actions={220}
      >
        {values.map((one) => (
          <ValueRow
            key={`${one.target} ${one.value}`}
            {...one}
            isPending={addition.isPending}
            onAccept={(to) => addition.mutate({ [one.value]: to })}
            onAdd={() => onAdd(one.value)}
          />
        ))}
      </TableFrame>
    </Stack>
  );
}

function ValueRow(props: UnmappedValue & { isPending: boolean; onAccept: (to: string) => void; onAdd: () => void }) {
  const { value, products, suggestion, isPending, onAccept, onAdd } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
      <Table.Td ta="right">{formats.number(products)}</Table.Td>
      <Table.Td>
        {canWrite && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {suggestion !== null && (
              <Button
                size="compact-sm"
                variant="light"
                disabled={isPending}
                title={t.unmapped.reasons[suggestion.reason]}
                aria-label={t.unmapped.accept(value, suggestion.to)}
                onClick={() => onAccept(suggestion.to)}
              >
                {suggestion.to}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              disabled={isPending}
              aria-label={t.unmapped.chooseFor(value)}
              onClick={onAdd}
            >
              {t.unmapped.choose}
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
