import { Group, PasswordInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import type { SourceDraft } from './source-draft.ts';
import { useSourceTexts } from './texts/source-texts.ts';

interface Fields {
  draft: SourceDraft;
  onChange: (next: Partial<SourceDraft>) => void;
}

/** The fields for the origin of files: an address with credentials, or a folder. `hasSecret` is true if a password or token is stored. */
export function FromFields({ draft, onChange, hasSecret }: Fields & { hasSecret: boolean }) {
  const texts = useSourceTexts();
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={texts.from}
        value={draft.kind}
        data={(['address', 'folder'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === 'address' ? (
        <>
          <TextInput
            label={texts.url}
            description={texts.urlText}
            type="url"
            required
            placeholder="https://"
            value={draft.url}
            onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
          />
          <AuthFields draft={draft} onChange={onChange} hasSecret={hasSecret} />
        </>
      ) : (
        <FolderFields draft={draft} onChange={onChange} />
      )}
    </Stack>
  );
}

function AuthFields({ draft, onChange, hasSecret }: Fields & { hasSecret: boolean }) {
  const texts = useSourceTexts();
  const { auth } = draft;
  return (
    <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
      <Select
        label={texts.auth}
        allowDeselect={false}
        value={auth}
        data={(['none', 'basic', 'bearer'] as const).map((value) => ({ value, label: texts.auths[value] }))}
        onChange={(next) => next !== null && onChange({ auth: next })}
      />
      {auth === 'basic' && (
        <TextInput
          label={texts.user}
          required
          autoComplete="off"
          value={draft.user}
          onChange={({ currentTarget }) => onChange({ user: currentTarget.value })}
        />
      )}
      {auth !== 'none' && (
        <PasswordInput
          label={auth === 'basic' ? texts.password : texts.token}
          description={hasSecret ? texts.secretKept : undefined}
          required={!hasSecret}
          autoComplete="new-password"
          value={draft.secret}
          onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
        />
      )}
    </Group>
  );
}

function FolderFields({ draft, onChange }: Fields) {
  const texts = useSourceTexts();
  return (
    <>
      <TextInput
        label={texts.folder}
        description={texts.folderText}
        required
        value={draft.path}
        onChange={({ currentTarget }) => onChange({ path: currentTarget.value })}
      />
      <TextInput
        label={texts.pattern}
        description={texts.patternText}
        placeholder="*.csv"
        value={draft.pattern}
        onChange={({ currentTarget }) => onChange({ pattern: currentTarget.value })}
      />
    </>
  );
}
