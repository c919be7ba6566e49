import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transfer, TransferDetail } from '../../../../contract/api/transfer.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Row } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { RateRows } from './rate-rows.tsx';
import { RecipientAccount } from './recipient-account.tsx';
import styles from './transfer.module.css';

export type TransferSummaryProps = { detail: TransferDetail };

/** What is sent, to whom, at what rate, and what can be done with it. */
export function TransferSummary({ detail }: TransferSummaryProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { whole } = useMoment();
  const { transfer, recipient, missing, sender } = detail;
  const source = money(transfer.source_amount_cents, transfer.source_amount_currency);

  return (
    <Card as="section">
      <div className={styles.top}>
        <p className={styles.quiet}>
          <WhoGets alias={recipient?.alias} state={transfer.state} />
        </p>
        <MoreMenu transfer={transfer} recipient={recipient} />
      </div>
      <MoneyText
        text={money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
      />
      <p className={styles.quiet}>
        <Trans>from {source}</Trans>
      </p>
      <SummaryList className={styles.list}>
        <RateRows detail={detail} at={whole} />
        <SummaryRow
          term={<Trans>To</Trans>}
          note={
            <>
              {recipient && <RecipientAccount recipient={recipient} />}
              <MissingPart missing={missing} />
            </>
          }
          action={
            recipient && (
              <Link to={paths.recipient(recipient.id)} aria-label={t`Show the recipient`}>
                <Trans>Show</Trans>
              </Link>
            )
          }
        >
          {recipient ? (
            recipient.name || recipient.alias
          ) : missing.includes('recipient') ? (
            <Trans>Recipient {transfer.destination_account_id}</Trans>
          ) : (
            <Trans>
              Recipient {transfer.destination_account_id}, no longer known to the service
            </Trans>
          )}
        </SummaryRow>
        {sender && (
          <SummaryRow term={<Trans>Sender</Trans>} note={<bdi>{sender.email}</bdi>}>
            <bdi>{sender.name}</bdi>
          </SummaryRow>
        )}
        <SummaryRow term={<Trans>Number</Trans>} action={<CopyButton text={transfer.id} />}>
          {transfer.id}
        </SummaryRow>
      </SummaryList>
      <Row className={styles.actions}>
        <Button onClick={() => window.print()}>
          <Trans>Receipt</Trans>
        </Button>
        <SendAgain transfer={transfer} countryName={recipient?.country_name ?? null} />
      </Row>
    </Card>
  );
}

/** What of the recipient is not there for now, and comes back. */
function MissingPart({ missing }: Pick<TransferDetail, 'missing'>) {
  const [part] = missing;
  if (part === undefined) return null;
  return (
    <div>
      {part === 'bank' ? (
        <Trans>The bank’s name can’t be read right now.</Trans>
      ) : (
        <Trans>The recipient’s details can’t be read right now.</Trans>
      )}
    </div>
  );
}

type MoreMenuProps = Pick<TransferDetail, 'transfer' | 'recipient'>;

/** What is done with a transfer more rarely. Its address holds its number and nothing of a person. */
function MoreMenu({ transfer: { id }, recipient }: MoreMenuProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const url = new URL(paths.transfer(id), window.location.origin).href;
  const canShare = typeof navigator.share === 'function';

  function copy() {
    navigator.clipboard.writeText(url).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  }

  async function share() {
    try {
      await navigator.share({ title: t`Transfer ${id}`, url });
    } catch (error) {
      // Who closes the choice of where to has changed their mind; any other failure leaves copying.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus leave, and is nothing to act on
    <div
      className={styles.more}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOutcome(undefined);
      }}
    >
      <span role="status" className={styles.quiet}>
        {outcome === 'copied' && <Trans>Copied</Trans>}
        {outcome === 'refused' && <Trans>Could not copy</Trans>}
      </span>
      <Menu
        label={t`More`}
        items={[
          ...(canShare
            ? [{ key: 'share', label: <Trans>Share</Trans>, onPick: () => void share() }]
            : []),
          { key: 'copy', label: <Trans>Copy the link</Trans>, onPick: copy },
          ...(recipient
            ? [
                {
                  key: 'transfers',
                  label: <Trans>All transfers to this recipient</Trans>,
                  to: paths.transfers({ destination_account_id: recipient.id }),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

type SendAgainProps = {
  transfer: Transfer;
  /** Of the recipient, where it is known. */
  countryName: string | null;
};

/** For a sender: a new quote with the figures and the recipient of this transfer. */
function SendAgain({ transfer, countryName }: SendAgainProps) {
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
