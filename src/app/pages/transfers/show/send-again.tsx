import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Transfer } from '../../../../contract/api/transfer.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';

export type SendAgainProps = {
  transfer: Transfer;
  /** Of the recipient, where it is known. */
  countryName: string | null;
};

/** For a sender: a new quote with the figures and the recipient of this transfer. */
export function SendAgain({ transfer, countryName }: SendAgainProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { data: countries } = useSuspenseQuery(countriesQuery);
  if (user.role !== 'sender') return null;

  return (
    <ButtonLink
      to={paths.quote({
        source_amount_cents: transfer.source_amount_cents.toString(),
        source_amount_currency: transfer.source_amount_currency,
        destination_amount_currency: transfer.destination_amount_currency,
        country_id: countries.find(({ name }) => name === countryName)?.id,
        destination_account_id: transfer.destination_account_id,
      })}
    >
      <Trans>Send again</Trans>
    </ButtonLink>
  );
}
