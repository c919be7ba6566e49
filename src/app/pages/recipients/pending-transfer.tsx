import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { isPendingTransfer } from '../../../contract/api/pages.ts';
import { idPattern } from '../../../contract/paths.ts';
import { countriesQuery } from '../../api/reference.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useNames } from '../../i18n/use-names.ts';
import { laterOf } from '../../orders/later-search.ts';
import { paths } from '../../router/paths.ts';
import { WhoGets } from '../../transfers/who-gets.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { Row, Stack } from '../../ui/stack.tsx';
import styles from './pending-transfer.module.css';

const cents = z.string().check(z.regex(/^[1-9]\d{0,59}$/));
const currency = z.string().check(z.minLength(1), z.maxLength(20));

/** What the address of a transfer's page says about it: amounts in subunits, no personal data. */
const pending = z.object({
  source_amount_cents: cents,
  source_amount_currency: currency,
  destination_amount_currency: z.catch(z.optional(currency), undefined),
  country_id: z.catch(z.optional(z.string().check(z.regex(idPattern))), undefined),
  quoted: z.catch(z.optional(cents), undefined),
});
type Pending = z.infer<typeof pending>;

type PendingTransferProps = {
  /** The page to go on to. */
  next: string | undefined;
};

/** The transfer that waits for its recipient, with a link to change it. */
export function PendingTransfer({ next }: PendingTransferProps) {
  if (next === undefined || !isPendingTransfer(next)) return null;
  const search = Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?'))));
  const { data } = z.safeParse(pending, search);
  return data ? <Summary transfer={data} later={laterOf(search)} /> : null;
}

type SummaryProps = {
  transfer: Pending;
  /** When it is sent, if not now. */
  later: string | undefined;
};

function Summary({ transfer, later }: SummaryProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { quoted, ...amounts } = transfer;
  const { source_amount_cents, source_amount_currency, destination_amount_currency } = amounts;
  const country = countries.find(({ id }) => id === amounts.country_id);
  return (
    <Card as="section" flat aria-label={t`Your transfer`}>
      <Stack gap="s3">
        <dl className={styles.figures}>
          <div>
            <dt>
              <Trans>You send</Trans>
            </dt>
            <dd>{verbatim(money(BigInt(source_amount_cents), source_amount_currency))}</dd>
          </div>
          {destination_amount_currency && (
            <div>
              <dt>
                <WhoGets alias={undefined} state={undefined} />
              </dt>
              <dd>
                {verbatim(
                  quoted
                    ? money(BigInt(quoted), destination_amount_currency)
                    : destination_amount_currency,
                )}
              </dd>
            </div>
          )}
          {country && (
            <div>
              <dt>
                <Trans>To</Trans>
              </dt>
              <dd>{names.country(country)}</dd>
            </div>
          )}
        </dl>
        <Row between>
          <small>
            <Trans>Save the recipient to continue your transfer.</Trans>
          </small>
          <Link to={paths.quote({ ...amounts, later })}>
            <Trans>Change amount</Trans>
          </Link>
        </Row>
      </Stack>
    </Card>
  );
}
