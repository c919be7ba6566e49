import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transfer, TransferDetail } from '../../../../contract/api/transfer.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { LastDigits } from '../../../accounts/last-digits.tsx';
import { countriesQuery } from '../../../api/reference.ts';
import { verbatim, withVerbatim } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useNames } from '../../../i18n/use-names.ts';
import { paths } from '../../../router/paths.ts';
import { SenderRow } from '../../../transfers/from-sender.tsx';
import { NotesRows } from '../../../transfers/notes-rows.tsx';
import { HeadAmount, PersonHead } from '../../../transfers/person-head.tsx';
import { SendNotes } from '../../../transfers/send-notes.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { OwnNotes } from './own-notes.tsx';
import { useRateRows } from './receipt-rows.ts';
import styles from './transfer.module.css';

type TransferCardProps = { detail: TransferDetail };

/** Recipient, amounts, rate and number of a transfer, and how it was sent. */
export function TransferCard({ detail }: TransferCardProps) {
  const { money } = useMoney();
  const { whole } = useMoment();
  const { transfer, recipient, sender, send, notes } = detail;
  const rows = useRateRows()(detail, { at: whole, name: recipient?.alias });
  // Above the rows, in large figures.
  const { note, values = [] } = rows.find(({ key }) => key === 'gets') ?? {};

  return (
    <Card as="section">
      <PersonHead
        avatar={
          <Avatar
            id={transfer.destination_account_id}
            alias={recipient?.alias ?? null}
            code={recipient?.country_code}
          />
        }
        name={<WhoGets alias={recipient?.alias} state={transfer.state} />}
        side={<MoreMenu transfer={transfer} recipient={recipient} />}
      >
        <p>
          <RecipientName detail={detail} />
        </p>
        {recipient && <RecipientPlace recipient={recipient} />}
        <MissingPart missing={detail.missing} />
      </PersonHead>
      <HeadAmount
        text={money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
      />
      {note && <p className={styles.difference}>{withVerbatim(note, ...values)}</p>}
      <SummaryList ends className={styles.list}>
        <SummaryRow
          term={send && !send.colleague ? <Trans>You sent</Trans> : <Trans>Sent</Trans>}
          note={send && whole(send.created_at)}
        >
          {verbatim(money(transfer.source_amount_cents, transfer.source_amount_currency))}
        </SummaryRow>
        {rows
          .filter(({ key }) => key !== 'gets')
          .map(({ key, term, value, note: more, values: parts = [] }) => (
            <SummaryRow key={key} term={term} hint={more && withVerbatim(more, ...parts)}>
              {verbatim(value)}
            </SummaryRow>
          ))}
        {sender && <SenderRow sender={sender} />}
        <SummaryRow term={<Trans>Number</Trans>} action={<CopyButton text={transfer.id} />}>
          {verbatim(transfer.id)}
        </SummaryRow>
        <NotesRows
          reference={notes?.reference}
          note={notes?.own?.note}
          isOwn={notes?.own !== undefined}
        />
      </SummaryList>
      <OwnNotes detail={detail} />
      {send && <SendNotes send={send} />}
    </Card>
  );
}

/** The owner of the account, who is not always called as the sender calls them. */
function RecipientName({ detail: { recipient, missing, transfer } }: TransferCardProps) {
  if (recipient) {
    return (
      <Link to={paths.recipient(recipient.id)}>{verbatim(recipient.name || recipient.alias)}</Link>
    );
  }
  return missing.includes('recipient') ? (
    <Trans>Recipient {transfer.destination_account_id}</Trans>
  ) : (
    <Trans>Recipient {transfer.destination_account_id}, no longer at the payment service</Trans>
  );
}

type RecipientPlaceProps = { recipient: NonNullable<TransferDetail['recipient']> };

/** Bank, last characters of the account number, and country. */
function RecipientPlace({ recipient }: RecipientPlaceProps) {
  const { bank_name, account_tail, country_name } = recipient;
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const country = countries.find(({ name }) => name === country_name);
  return (
    <>
      <p>
        {verbatim(bank_name)} {account_tail && <LastDigits end={account_tail} />}
      </p>
      {country_name && <p>{country ? names.country(country) : country_name}</p>}
    </>
  );
}

/** Says which part of the recipient could not be read for now. */
function MissingPart({ missing }: Pick<TransferDetail, 'missing'>) {
  const [part] = missing;
  if (part === undefined) return null;
  return (
    <p>
      {part === 'bank' ? (
        <Trans>We can’t read the bank’s name right now.</Trans>
      ) : (
        <Trans>We can’t read the recipient’s details right now.</Trans>
      )}
    </p>
  );
}

type MoreMenuProps = { transfer: Transfer; recipient: TransferDetail['recipient'] };

/** Rare actions. The copied URL holds the transfer's number and no personal data. */
function MoreMenu({ transfer: { id }, recipient }: MoreMenuProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  function copy() {
    navigator.clipboard.writeText(new URL(paths.transfer(id), window.location.origin).href).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for focus leaving, and is not interactive
    <div
      className={styles.more}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOutcome(undefined);
      }}
    >
      <span role="status" className={styles.copied}>
        {outcome === 'copied' && <Trans>Copied</Trans>}
        {outcome === 'refused' && <Trans>Could not copy</Trans>}
      </span>
      <Menu
        label={t`More`}
        items={[
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
