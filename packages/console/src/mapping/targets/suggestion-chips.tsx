import { Button, Group, Text } from '@mantine/core';
import { listMappingSuggestions } from '@pimento/contract/wire';
import { useCall } from '../../session/use-call.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** Buttons with attributes that fit a target. A click uses the attribute. Renders nothing if there are no suggestions. */
export function SuggestionChips(props: { channelId: string; target: string; onChoose: (formula: string) => void }) {
  const { channelId, target, onChoose } = props;
  const t = useMappingTexts();
  const { data } = useCall(listMappingSuggestions, { params: { channelId }, query: { target } });
  const suggestions = data?.targets[0]?.suggestions ?? [];
  if (suggestions.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={t.suggestions.title}>
      <Text size="sm" c="dimmed">
        {t.suggestions.title}:
      </Text>
      {suggestions.map(({ formula, reasons }) => (
        <Button
          key={formula}
          size="compact-sm"
          variant="default"
          title={reasons.map((reason) => t.suggestions.reasons[reason]).join(', ')}
          onClick={() => onChoose(formula)}
        >
          {formula}
        </Button>
      ))}
    </Group>
  );
}
