import { Button, Chip, FileButton, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { type AssetSearch, assetTypes } from '../list/asset-search.ts';
import { useTypeTexts } from '../list/type-texts.ts';
import { useAssets } from '../list/use-assets.ts';
import { useNewAssets } from '../upload/use-new-assets.ts';
import { LibraryGrid } from './library-grid.tsx';
import { useLibraryTexts } from './library-texts.ts';

/** A dialog in which the user chooses an asset of the library for an attribute, or uploads a file as a new asset. */
export function LibraryDialog(props: {
  /** Name of the attribute. */
  label: string;
  onPick: (assetId: string) => void;
  onClose: () => void;
}) {
  const { label, onPick, onClose } = props;
  const t = useMessages();
  const texts = useLibraryTexts();
  const [search, setSearch] = useState<AssetSearch>({});
  const { pages, assets } = useAssets(search);
  const upload = useNewAssets(([assetId]) => {
    if (assetId !== undefined) onPick(assetId);
  });
  return (
    <Dialog title={texts.title(label)} onClose={onClose} size="xl" locked={upload.isSending}>
      <Stack gap="sm">
        <LibraryFilters search={search} onChange={setSearch} onFile={(file) => upload.send([file])} />
        {upload.part !== undefined && <Progress value={upload.part * 100} animated aria-label={texts.upload} />}
        {upload.problem !== undefined && (
          <Text size="sm" c="red" role="alert">
            {upload.problem}
          </Text>
        )}
        {pages.isPending && <ListSkeleton rows={4} />}
        {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
        {pages.isSuccess && assets.length === 0 && (
          <Text size="sm" c="dimmed" py="md">
            {texts.none}
          </Text>
        )}
        <LibraryGrid assets={assets} onPick={onPick} />
        {pages.hasNextPage && (
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

function LibraryFilters(props: {
  search: AssetSearch;
  onChange: (search: AssetSearch) => void;
  onFile: (file: File) => void;
}) {
  const { search, onChange, onFile } = props;
  const t = useMessages();
  const texts = useLibraryTexts();
  const types = useTypeTexts();
  const { text: _text, type: _type, ...others } = search;
  const change = (text: string | undefined, type: AssetSearch['type']) =>
    onChange({ ...others, ...(text === undefined ? {} : { text }), ...(type === undefined ? {} : { type }) });
  return (
    <Group gap="sm">
      <SearchField
        label={t.assets.search}
        placeholder={t.assets.searchHint}
        value={search.text}
        onChange={(text) => change(text, search.type)}
      />
      <Select
        w={140}
        aria-label={types.filter}
        placeholder={types.all}
        clearable
        data={assetTypes.map((type) => ({ value: type, label: types.types[type] }))}
        value={search.type ?? null}
        onChange={(type) =>
          change(
            search.text,
            assetTypes.find((one) => one === type),
          )
        }
      />
      <Chip
        size="xs"
        checked={search.unused === true}
        onChange={(unused) => {
          const { unused: _before, ...rest } = search;
          onChange(unused ? { ...rest, unused } : rest);
        }}
      >
        {t.assets.unused}
      </Chip>
      <FileButton onChange={(file) => file && onFile(file)}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
            {texts.upload}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
