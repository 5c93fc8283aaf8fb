import { Button } from '@mantine/core';
import { IconMoodEmpty, IconPhoto } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { AssetSearch } from './asset-search.ts';

/** The text shown in an empty asset list. Either no asset matches the filters, or the client has no assets yet. */
export function NoAssets({ search }: { search: AssetSearch }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const isFiltered =
    search.text !== undefined || search.status !== undefined || search.type !== undefined || search.unused === true;
  return isFiltered ? (
    <EmptyState icon={IconMoodEmpty} title={t.assets.noMatch} text={t.assets.noMatchText} />
  ) : (
    <EmptyState icon={IconPhoto} title={t.assets.none} text={canWrite ? t.assets.noneText : t.assets.viewerHint}>
      {canWrite && (
        <Button component={Link} to="/attributes">
          {t.assets.toAttributes}
        </Button>
      )}
    </EmptyState>
  );
}
