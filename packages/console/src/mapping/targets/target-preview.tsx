import { Skeleton, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type AnswerOf, type MappingEntry, previewMapping } from '@pimento/contract/wire';
import { useMessages } from '../../i18n/language.tsx';
import { ItemProblemText } from '../../imports/item-problem-text.tsx';
import { useCall } from '../../session/use-call.ts';
import type { TargetNode } from '../../standards/targets/target-tree.ts';
import { valueText } from '../../standards/targets/value-text.ts';
import { problemText } from '../../ui/problem-text.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { finishedEntries } from './entry-draft.ts';

/** Milliseconds without typing after which the preview is updated. */
const pauseMs = 400;
const shownProducts = 5;

type Previewed = AnswerOf<typeof previewMapping>['products'][number];

/**
 * Shows the values that real products get from the entries, next to the values that they get from the published version. Products in which
 * this target has a problem are included.
 */
export function TargetPreview(props: { channelId: string; node: TargetNode; entries: readonly MappingEntry[] }) {
  const { channelId, node } = props;
  const target = node.target.path;
  const t = useMappingTexts();
  const messages = useMessages();
  const [text] = useDebouncedValue(JSON.stringify(finishedEntries(props.entries)), pauseMs);
  const entries = JSON.parse(text) as MappingEntry[]; // `text` is this value as JSON
  const body = { target, entries, limit: shownProducts };
  const { data, error } = useCall(previewMapping, { params: { channelId }, body }, { keepsPrevious: true });
  if (error)
    return (
      <Text size="sm" c="dimmed">
        {problemText(messages, error)}
      </Text>
    );
  if (!data) return <Skeleton height={120} />;
  if (data.products.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.preview.none}
      </Text>
    );
  return (
    <section aria-label={t.preview.title}>
      <Text size="sm" fw={600} mb={4}>
        {t.preview.title}
      </Text>
      <Table.ScrollContainer minWidth={300}>
        <Table aria-label={t.preview.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.preview.product}</Table.Th>
              {data.mappingVersion !== null && <Table.Th>{t.preview.before}</Table.Th>}
              <Table.Th>{t.preview.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.products.map((product) => (
              <PreviewRow
                key={product.productId}
                product={product}
                node={node}
                hasBefore={data.mappingVersion !== null}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

function PreviewRow(props: { product: Previewed; node: TargetNode; hasBefore: boolean }) {
  const { product, node, hasBefore } = props;
  const [value] = product.targets;
  return (
    <Table.Tr>
      <Table.Td className={classes.value}>{product.name ?? product.productId}</Table.Td>
      {hasBefore && <Table.Td className={classes.value}>{valueText(value?.before, node) ?? '–'}</Table.Td>}
      <Table.Td className={classes.value}>
        {valueText(value?.after, node) ?? '–'}
        {value?.problems.map((problem) => (
          <div key={`${problem.code} ${problem.row ?? ''} ${problem.message}`} className={classes.wrong}>
            <ItemProblemText problem={problem} />
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
