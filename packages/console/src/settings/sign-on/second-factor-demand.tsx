import { Switch } from '@mantine/core';
import { getSecondFactorDemand, putSecondFactorDemand } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { sessionKey } from '../../session/query-client.ts';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';

/** Lets an owner require a second factor for everyone who opens the client. */
export function SecondFactorDemand() {
  const texts = useSignOnTexts();
  const queryClient = useQueryClient();
  const demand = useCall(getSecondFactorDemand, {});
  const change = useChange(
    (api, needed: boolean) => api.call(putSecondFactorDemand, { body: { needed } }),
    () => {
      void queryClient.invalidateQueries({ queryKey: sessionKey, exact: true });
      return undefined;
    },
  );
  if (!demand.data) return null;
  return (
    <Switch
      label={texts.demand}
      description={texts.demandText}
      checked={demand.data.needed}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  );
}
