import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import classes from '../assets.module.css';
import { isWebAddress } from '../record/asset-name.ts';
import { FailureAlert, PreviewAlert } from './asset-alerts.tsx';
import { CopyableDigest } from './copyable-digest.tsx';

/** The properties of an asset, preceded by the reasons for a missing file or preview. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const t = useMessages();
  return (
    <Stack gap="md">
      <FailureAlert asset={asset} />
      <PreviewAlert asset={asset} />
      <section aria-label={t.assets.details}>
        <Title order={2} size="h5" mb={8}>
          {t.assets.details}
        </Title>
        <Paper withBorder>
          <dl className={classes.facts}>
            <FileFacts asset={asset} />
            <HistoryFacts asset={asset} />
          </dl>
        </Paper>
      </section>
    </Stack>
  );
}

function FileFacts({ asset }: { asset: Asset }) {
  const t = useMessages();
  const formats = useFormats();
  const { id, size, width, height, sha256 } = asset;
  return (
    <>
      {isWebAddress(id) ? (
        <Fact label={t.assets.address}>
          <Anchor href={id} target="_blank" rel="noreferrer noopener" size="sm">
            {id}
          </Anchor>
        </Fact>
      ) : (
        <Fact label={t.assets.id}>
          <code>{id}</code>
        </Fact>
      )}
      <Fact label={t.assets.type}>{asset.contentType ?? t.assets.unknownType}</Fact>
      {size !== null && (
        <Fact label={t.assets.size}>
          {formats.bytes(size)} <Text span size="xs" c="dimmed">{`(${formats.number(size)} B)`}</Text>
        </Fact>
      )}
      {width !== undefined && height !== undefined && (
        <Fact label={t.assets.dimensions}>
          {formats.number(width)} × {formats.number(height)}
        </Fact>
      )}
      {sha256 !== null && (
        <Fact label={t.assets.sha256}>
          <CopyableDigest text={sha256} />
        </Fact>
      )}
    </>
  );
}

function HistoryFacts({ asset }: { asset: Asset }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <>
      <Fact label={t.assets.origin}>{t.assets.origins[asset.origin]}</Fact>
      {asset.tries > 0 && <Fact label={t.assets.tries}>{t.assets.triesText(formats.number(asset.tries))}</Fact>}
      {asset.nextTry !== null && <Fact label={t.assets.nextTry}>{formats.ago(asset.nextTry)}</Fact>}
      <Fact label={t.assets.created}>{formats.moment(asset.created)}</Fact>
      <Fact label={t.assets.updated}>{formats.moment(asset.updated)}</Fact>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
