import { visibleText } from '@pimento/contract/text';
import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getPackaging, type PackagingNode } from '@pimento/contract/wire';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useCall } from '../../session/use-call.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PackagingEditor } from './packaging-editor.tsx';
import { useIsGone } from '../values/product-drafts.tsx';
import classes from '../plain/plain.module.css';

/** Shows what a product contains, with a button to edit the contents, and which products contain it. */
export function PackagingPanel({ productId }: { productId: string }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const isGone = useIsGone();
  const [editing, setEditing] = useState(false);
  const { data, isPending, error } = useCall(getPackaging, { params: { productId } });
  const isAlone = data?.up.links.length === 0 && data.down.links.length === 0;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.product.packaging}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t.product.packaging}
        </Title>
        {canWrite && !isGone && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={t.product.editPackaging}
            onClick={() => setEditing(true)}
          >
            {t.channels.edit}
          </Button>
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && !isGone && <ProblemAlert error={error} />}
      {isAlone && (
        <Text size="sm" c="dimmed">
          {t.product.noPackaging}
        </Text>
      )}
      <Stack gap="sm">
        {data && data.down.links.length > 0 && (
          <section aria-label={t.product.contains}>
            <Text size="xs" c="dimmed" mb={2}>
              {t.product.contains}
            </Text>
            <Tree nodes={data.down.links} />
          </section>
        )}
        {data && data.up.links.length > 0 && (
          <section aria-label={t.product.containedIn}>
            <Text size="xs" c="dimmed" mb={2}>
              {t.product.containedIn}
            </Text>
            <Tree nodes={data.up.links} />
          </section>
        )}
      </Stack>
      {editing && <PackagingEditor productId={productId} onClose={() => setEditing(false)} />}
    </Paper>
  );
}

function Tree({ nodes }: { nodes: PackagingNode[] }) {
  const t = useMessages();
  return (
    <ul className={classes.tree}>
      {nodes.map((node) => (
        <li key={node.productId}>
          <div>
            <span className={classes.quantity}>{node.quantity} ×</span>
            {node.resolved ? (
              <Anchor
                component={Link}
                to={`/products/${encodeURIComponent(node.productId)}`}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {node.name ?? visibleText(node.productId)}
              </Anchor>
            ) : (
              <span>
                {visibleText(node.productId)}{' '}
                <Badge size="xs" color="orange">
                  {t.product.unresolved}
                </Badge>
              </span>
            )}
          </div>
          {node.links.length > 0 && <Tree nodes={node.links} />}
          {node.truncated && <Text size="xs">…</Text>}
        </li>
      ))}
    </ul>
  );
}
