import { ActionIcon, Alert, Anchor, CopyButton, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconAlertTriangle, IconCheck, IconCopy, IconPhotoOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { assetReason, previewReason } from '../record/asset-reason.ts';
import classes from '../assets.module.css';

/** Everything that is known about an asset, and why it is not there. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const t = useMessages();
  const formats = useFormats();
  const reason = assetReason(t, asset);
  const note = previewReason(t, asset);
  const isAddress = /^https?:\/\//i.test(asset.id);
  return (
    <Stack gap="md">
      {reason !== undefined && (
        <Alert
          color={asset.status === 'FAILED' ? 'red' : 'orange'}
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={asset.status === 'READY' ? t.assets.refreshFailed : reason}
        >
          <Stack gap={4}>
            {asset.status === 'READY' && <Text size="sm">{reason}</Text>}
            {asset.statusInfo !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {asset.statusInfo}
              </Text>
            )}
            <Text size="xs" ff="monospace">
              {asset.statusCode}
            </Text>
          </Stack>
        </Alert>
      )}
      {note !== undefined && (
        <Alert color="orange" variant="light" icon={<IconPhotoOff aria-hidden />} title={note}>
          {asset.previewInfo !== null && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {asset.previewInfo}
            </Text>
          )}
          <Text size="sm">{t.assets.previewHint}</Text>
        </Alert>
      )}
      <section aria-label={t.assets.details}>
        <Title order={2} size="h5" mb={8}>
          {t.assets.details}
        </Title>
        <Paper withBorder>
          <dl className={classes.facts}>
            <Fact label={isAddress ? t.assets.address : t.assets.id}>
              {isAddress ? (
                <Anchor href={asset.id} target="_blank" rel="noreferrer noopener" size="sm">
                  {asset.id}
                </Anchor>
              ) : (
                <code>{asset.id}</code>
              )}
            </Fact>
            <Fact label={t.assets.type}>{asset.contentType ?? t.assets.unknownType}</Fact>
            {asset.size !== null && (
              <Fact label={t.assets.size}>
                {formats.bytes(asset.size)} <Text span size="xs" c="dimmed">{`(${formats.number(asset.size)} B)`}</Text>
              </Fact>
            )}
            {asset.width !== undefined && asset.height !== undefined && (
              <Fact label={t.assets.dimensions}>
                {formats.number(asset.width)} × {formats.number(asset.height)}
              </Fact>
            )}
            {asset.sha256 !== null && (
              <Fact label={t.assets.sha256}>
                <Digest text={asset.sha256} />
              </Fact>
            )}
            <Fact label={t.assets.origin}>{t.assets.origins[asset.origin]}</Fact>
            {asset.tries > 0 && <Fact label={t.assets.tries}>{t.assets.triesText(formats.number(asset.tries))}</Fact>}
            {asset.nextTry !== null && <Fact label={t.assets.nextTry}>{formats.ago(asset.nextTry)}</Fact>}
            <Fact label={t.assets.created}>{formats.moment(asset.created)}</Fact>
            <Fact label={t.assets.updated}>{formats.moment(asset.updated)}</Fact>
          </dl>
        </Paper>
      </section>
    </Stack>
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

function Digest({ text }: { text: string }) {
  const t = useMessages();
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }} pt={2}>
        {text}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t.common.copied : t.common.copy} withArrow>
            <ActionIcon size="sm" variant="subtle" color="gray" onClick={copy} aria-label={`${t.common.copy}: SHA-256`}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
