import {
  deleteIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from '@pimento/contract/wire';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderRow } from './provider-row.tsx';

/** The identity providers of the installation, for operators. */
export function ProvidersPanel() {
  const t = useMessages();
  const texts = useSignOnTexts();
  const providers = useCall(listIdentityProviders, {});
  const [edited, setEdited] = useState<{ provider?: IdentityProvider }>();
  const [removing, setRemoving] = useState<IdentityProvider>();
  const check = useChange(
    (api, { providerId }: IdentityProvider) => api.call(testIdentityProvider, { params: { providerId } }),
    (_answer, { name }) => texts.works(name),
  );
  const removal = useChange(
    (api, { providerId }: IdentityProvider) => api.call(deleteIdentityProvider, { params: { providerId } }),
    () => {
      setRemoving(undefined);
      return texts.deleted;
    },
  );
  return (
    <ListPanel text={texts.providersText} add={{ label: texts.add, onClick: () => setEdited({}) }} query={providers}>
      {providers.data?.providers.length === 0 && (
        <EmptyState icon={IconShieldLock} title={texts.none} text={texts.noneText} />
      )}
      {providers.data && providers.data.providers.length > 0 && (
        <TableFrame
          label={texts.providers}
          minWidth={680}
          actions={240}
          headings={[{ label: texts.name }, { label: texts.domains }, { label: texts.state }]}
        >
          {providers.data.providers.map((provider) => (
            <ProviderRow
              key={provider.providerId}
              provider={provider}
              isTesting={check.isPending && check.variables.providerId === provider.providerId}
              onTest={() => check.mutate(provider)}
              onEdit={() => setEdited({ provider })}
              onRemove={() => setRemoving(provider)}
            />
          ))}
        </TableFrame>
      )}
      {edited && <ProviderDialog provider={edited.provider} onClose={() => setEdited(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={texts.deleteTitle(removing.name)}
          text={texts.deleteText}
          confirm={t.common.delete}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPanel>
  );
}
