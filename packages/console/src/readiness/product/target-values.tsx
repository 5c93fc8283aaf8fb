import { Stack } from '@mantine/core';
import type { ProductReadiness, TargetReadiness } from '@pimento/contract';
import { useState } from 'react';
import { useTargets } from '../../standards/targets/use-targets.ts';
import { CopyLine } from '../../ui/curl-line.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import classes from '../readiness.module.css';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { OverrideDialog } from './override-dialog.tsx';
import { TargetLine } from './target-line.tsx';

/** The values of a product on a channel, values with problems first, and the product as the channel receives it. */
export function TargetValues(props: { readiness: ProductReadiness; standardVersion: number | undefined }) {
  const { readiness, standardVersion } = props;
  const { channelId, productId, targets, shape } = readiness;
  const t = useReadinessTexts();
  const [edited, setEdited] = useState<TargetReadiness>();
  // Fetches the tree only for rows of composites, because they show the names of nested targets.
  const hasRows = targets.some(({ type, value }) => type === 'composite' && value !== undefined);
  const tree = useTargets(channelId, hasRows ? standardVersion : undefined);
  // toSorted is stable, so targets with problems keep the order of the standard, and so do targets without problems.
  const sorted = targets.toSorted((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0));
  return (
    <Stack gap="lg">
      <TableFrame
        label={t.values}
        minWidth={600}
        headings={[{ label: t.target, width: '24%' }, { label: t.value, width: '38%' }, { label: t.source }]}
      >
        {sorted.map((target) => (
          <TargetLine
            key={target.target}
            channelId={channelId}
            productId={productId}
            target={target}
            node={tree.data?.byPath.get(target.target)}
            onSet={() => setEdited(target)}
          />
        ))}
      </TableFrame>
      <details>
        <summary className={classes.summary}>{t.showShape}</summary>
        <div className={classes.shape}>
          <CopyLine text={JSON.stringify(shape, null, 2)} label={t.shape} />
        </div>
      </details>
      {edited && (
        <OverrideDialog
          channelId={channelId}
          productId={productId}
          target={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}
