import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { IdentityProvider } from '@pimento/contract/wire';
import { useMessages } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';

/** One identity provider: its domains, how the sign-in page offers it, and buttons to test, change and delete it. */
export function ProviderRow(props: {
  provider: IdentityProvider;
  isTesting: boolean;
  onTest: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { provider, isTesting, onTest, onEdit, onRemove } = props;
  const t = useMessages();
  const texts = useSignOnTexts();
  const { name } = provider;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {provider.issuer}
        </Text>
      </Table.Td>
      <Table.Td>{provider.domains.join(', ')}</Table.Td>
      <Table.Td>
        <Group gap={4}>
          {provider.listed && <Badge>{texts.onButton}</Badge>}
          {provider.required && <Badge color="orange">{texts.onlySso}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            loading={isTesting}
            aria-label={texts.testOf(name)}
            onClick={onTest}
          >
            {texts.test}
          </Button>
          <Button size="compact-sm" variant="subtle" aria-label={texts.edit(name)} onClick={onEdit}>
            {texts.change}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" aria-label={texts.remove(name)} onClick={onRemove}>
            {t.common.delete}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
