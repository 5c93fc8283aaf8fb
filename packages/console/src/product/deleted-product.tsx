import { Alert, Anchor, Button, List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { type HistoryEntry, listProductHistory, restoreProduct } from '@pimento/contract/wire';
import { IconArrowBackUp, IconPackageOff, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import type { Structure } from '../session/structure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { textOfProblem } from '../ui/problem-text.ts';
import { HistoryPanel } from './history/history-panel.tsx';
import { primaryAsset } from './values/primary-asset.ts';
import { ProductTrail } from './product-trail.tsx';
import classes from './product.module.css';
import { ValueView } from './values/value-view.tsx';

/** A deleted product: author and time of the deletion, values before the deletion, history, and a button that restores the product. */
export function DeletedProduct({ productId, structure }: { productId: string; structure: Structure }) {
  const t = useMessages();
  const history = useCall(listProductHistory, { params: { productId }, query: { limit: 1 } });
  if (history.isPending) return <Skeleton height={400} m="xl" />;
  if (history.error instanceof ProblemError && history.error.code === 'unknown-product')
    return (
      <EmptyState icon={IconPackageOff} title={t.product.unknown} text={t.product.unknownText(productId)}>
        <Button component={Link} to="/products">
          {t.products.title}
        </Button>
      </EmptyState>
    );
  const [end] = history.data?.entries ?? [];
  const name = end?.changes.find(({ attribute }) => attribute === '__NAME')?.old;
  return (
    <Page title={typeof name === 'string' ? name : productId} subtitle={<ProductTrail productId={productId} />}>
      {history.isError && <ProblemAlert error={history.error} retry={history.refetch} />}
      {end && (
        <Stack gap="lg">
          {end.kind === 'deleted' && <End productId={productId} end={end} structure={structure} />}
          <section aria-label={t.product.history}>
            <Title order={2} size="h5" mb="sm">
              {t.product.history}
            </Title>
            <HistoryPanel productId={productId} structure={structure} isDeleted />
          </section>
        </Stack>
      )}
    </Page>
  );
}

function End({ productId, end, structure }: { productId: string; end: HistoryEntry; structure: Structure }) {
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const isDefined = (attribute: string) =>
    attribute in t.reserved || structure.topLevel.some(({ id }) => id === attribute);
  const missing = end.changes.map(({ attribute }) => attribute).filter((attribute) => !isDefined(attribute));
  const restore = useChange(
    (api, _input: void) => api.call(restoreProduct, { params: { productId } }),
    (report) => (report.created > 0 ? t.product.back : undefined),
    { showsFailure: true },
  );
  const misfits = restore.data?.errors ?? [];
  return (
    <>
      <Alert
        color="red"
        variant="light"
        icon={<IconTrash aria-hidden />}
        title={t.product.deletedBy(end.actor.name ?? end.actor.id, formats.moment(end.at))}
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t.product.deletedText}</Text>
          {missing.length > 0 && (
            <Text size="sm">
              {t.product.undefinedNow(missing.join(', '))}{' '}
              <Anchor component={Link} to="/attributes" size="sm" underline="always">
                {t.attributes.title}
              </Anchor>
            </Text>
          )}
          {canWrite ? (
            <Button
              size="sm"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={restore.isPending}
              disabled={missing.length > 0}
              onClick={() => restore.mutate()}
            >
              {t.product.restoreProduct}
            </Button>
          ) : (
            <Text size="sm">{t.product.restoreByEditors}</Text>
          )}
        </Stack>
      </Alert>
      {restore.isError && <ProblemAlert error={restore.error} />}
      {misfits.length > 0 && (
        <Alert color="red" variant="light" role="alert" title={t.product.misfits}>
          <List size="sm">
            {misfits.map((misfit) => (
              <List.Item key={`${misfit.path} ${misfit.message}`}>{textOfProblem(t, misfit)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <section aria-label={t.product.lastValues}>
        <Title order={2} size="h5" mb="sm">
          {t.product.lastValues}
        </Title>
        <Paper withBorder px="md">
          <dl className={classes.preview} data-wide>
            {end.changes.map(({ attribute, old }) => (
              <LastValue key={attribute} attribute={attribute} value={old} structure={structure} />
            ))}
          </dl>
        </Paper>
      </section>
    </>
  );
}

/** One value that the product had when it was deleted. */
function LastValue({ attribute, value, structure }: { attribute: string; value: unknown; structure: Structure }) {
  const t = useMessages();
  const found = structure.find(attribute);
  return (
    <div>
      <dt>{found ? structure.nameOf(found) : (t.reserved[attribute] ?? attribute)}</dt>
      <dd>
        <ValueView
          value={value}
          definition={attribute === primaryAsset.id ? primaryAsset : found}
          structure={structure}
        />
      </dd>
    </div>
  );
}
