import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import type { TargetReadiness } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import type { TargetNode } from '../../standards/targets/target-tree.ts';
import { valueText } from '../../standards/targets/value-text.ts';
import { problemKey, ReadinessProblemText } from '../outcome/problem-text.tsx';
import classes from '../readiness.module.css';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** One target of a product: its value, where the value comes from, and its problems. */
export function TargetLine(props: {
  channelId: string;
  productId: string;
  target: TargetReadiness;
  /** The target in the data standard, or undefined while it is being loaded. */
  node: TargetNode | undefined;
  onSet: () => void;
}) {
  const { channelId, productId, target, node, onSet } = props;
  const { name, source, formula, problems } = target;
  const t = useReadinessTexts();
  const { canWrite } = useWork();
  const text = valueText(target.value, node);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TargetLink channelId={channelId} path={target.target} name={name} />
      </Table.Td>
      <Table.Td>
        <Text
          size="sm"
          {...(text === undefined ? { c: 'dimmed' } : {})}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
          lineClamp={6}
        >
          {text ?? t.noValue}
        </Text>
        {problems.map((problem) => (
          <ReadinessProblemText key={problemKey(problem)} problem={problem} />
        ))}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{t.sources[source]}</Text>
        {source !== 'override' && formula !== null && <div className={classes.formula}>{formula}</div>}
        {source !== 'override' && <OwnAttributes productId={productId} ids={target.attributes} />}
        {canWrite && (
          <Group mt={4}>
            <Button variant="subtle" size="compact-xs" aria-label={`${t.setShort}: ${name}`} onClick={onSet}>
              {t.setShort}
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The name of a target, with a link to its entry in the mapping. */
export function TargetLink({ channelId, path, name }: { channelId: string; path: string; name: string }) {
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(root) => (
        <Link
          {...root}
          to="/channels/$channelId"
          params={{ channelId }}
          search={{ tab: 'mapping', target: path.split('/')[0] }}
        />
      )}
    >
      {name}
    </Anchor>
  );
}

/** The attributes of the client that a formula reads, each with a link to its value in the product. */
export function OwnAttributes({ productId, ids }: { productId: string; ids: readonly string[] }) {
  const t = useReadinessTexts();
  const { reserved } = useMessages();
  if (ids.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      {t.attributes}:{' '}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Anchor
            size="xs"
            underline="always"
            renderRoot={(root) => (
              <Link {...root} to="/products/$productId" params={{ productId }} hash={encodeURIComponent(id)} />
            )}
          >
            {reserved[id] ?? id}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}
