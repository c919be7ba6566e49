import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { isOpen } from '../../../../contract/api/send-states.ts';
import { isOneForOne } from '../../../../money/rate.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { MaskedValue } from '../../../accounts/field-row.tsx';
import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery } from '../../../api/reference.ts';
import { useServiceAmounts } from '../../../i18n/service-amounts.ts';
import { verbatim, withVerbatim, words } from '../../../i18n/trans.ts';
import { useAccountWords } from '../../../i18n/use-account-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useNames } from '../../../i18n/use-names.ts';
import { FromSender } from '../../../transfers/from-sender.tsx';
import { unbroken } from '../../../transfers/money-text.tsx';
import { NotesRows } from '../../../transfers/notes-rows.tsx';
import { HeadAmount, PersonHead } from '../../../transfers/person-head.tsx';
import { RelatedSends, StartedBy } from '../../../transfers/send-notes.tsx';
import { WhoGets } from '../../../transfers/who-gets.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './outcome.module.css';

type AttemptCardProps = {
  /** A send that is open, or of which nothing was sent. */
  send: Send;
  /** False for support. */
  bySender: boolean;
  /** Rows above the reference: what is known by now. */
  children?: ReactNode;
};

/** What was tried: recipient, amounts, time, reference. To its sender it looks like the card of a transfer. */
export function AttemptCard({ send, bySender, children }: AttemptCardProps) {
  const { money, leadRate } = useMoney();
  const { dateTime } = useFormat();
  const serviceAmounts = useServiceAmounts();
  const { text, values } = serviceAmounts(send.service_message ?? '', send.source_amount_currency);
  const reason = words(send.service_message);
  const reference = referenceOf(send.key);
  const { quote, source_amount_currency: source, destination_amount_currency: destination } = send;
  const isOwnOpen = bySender && isOpen(send.state);
  return (
    <Card as="section">
      {isOwnOpen ? <OpenHead send={send} /> : <EndedHead send={send} bySender={bySender} />}
      <RelatedSends send={send} />
      <SummaryList ends className={styles.list}>
        {isOwnOpen && (
          <SummaryRow
            term={send.colleague ? <Trans>Sent</Trans> : <Trans>You send</Trans>}
            note={dateTime(send.created_at)}
          >
            {verbatim(money(send.source_amount_cents, source))}
          </SummaryRow>
        )}
        {quote &&
          (isOwnOpen ? (
            !isOneForOne(quote.rate, source, destination) && (
              <SummaryRow term={<Trans>Estimated rate</Trans>}>
                {verbatim(unbroken(leadRate(quote.rate, source, destination)))}
              </SummaryRow>
            )
          ) : (
            <SummaryRow term={<Trans>Estimated</Trans>}>
              {verbatim(money(quote.destination_amount_cents, destination))}
            </SummaryRow>
          ))}
        {children}
        <SummaryRow term={<Trans>Reference</Trans>} action={<CopyButton text={reference} />}>
          {verbatim(reference)}
        </SummaryRow>
        <NotesRows {...notesOf(send, bySender)} />
      </SummaryList>
      {saysMore(send) && (
        <p className={styles.word}>
          <Trans>The payment service said: “{reason}”</Trans>
          {text && <> {withVerbatim(text, ...values)}</>}
        </p>
      )}
    </Card>
  );
}

/** What its sender wrote on it, as `NotesRows` shows it. */
export const notesOf = (
  { note, reference, colleague }: Pick<Send, 'note' | 'reference' | 'colleague'>,
  bySender: boolean,
) => ({
  ...{ note, reference },
  isOwn: bySender && colleague === undefined,
});

type OpenHeadProps = {
  send: Pick<
    Send,
    'destination_account_id' | 'destination_amount_currency' | 'quote' | 'colleague'
  >;
};

/** Who is to get it, and about how much. */
export function OpenHead({ send }: OpenHeadProps) {
  const { money } = useMoney();
  const { owner } = useAccountWords();
  const names = useNames();
  const { destination_account_id: id, destination_amount_currency, quote } = send;
  const account = useQuery(accountQuery(id)).data;
  const country = account?.country;
  const { data: banks } = useQuery({
    ...banksQuery(country?.name ?? ''),
    enabled: Boolean(country && account?.bank_id),
  });
  const bank = banks?.find((one) => one.id === account?.bank_id)?.name;
  return (
    <>
      <PersonHead
        avatar={<RecipientAvatar id={id} account={account} />}
        name={
          quote || !account ? (
            <WhoGets alias={account?.alias} state={undefined} />
          ) : (
            verbatim(account.alias)
          )
        }
      >
        {account && (
          <>
            <p>{verbatim(owner(account))}</p>
            <p>
              {verbatim(bank)}{' '}
              <MaskedValue
                account={account}
                field={account.category === 'wallet' ? 'additional_data' : 'bank_number'}
              />
            </p>
          </>
        )}
        {country && <p>{words(names.country(country))}</p>}
        <StartedBy send={send} />
      </PersonHead>
      {quote && (
        <HeadAmount text={money(quote.destination_amount_cents, destination_amount_currency)} />
      )}
    </>
  );
}

/** What was to be sent to whom: nothing was, or support reads it. */
function EndedHead({ send, bySender }: Pick<AttemptCardProps, 'send' | 'bySender'>) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const at = dateTime(send.created_at);
  const sends = money(send.source_amount_cents, send.source_amount_currency);
  const alias = account?.alias ?? t`Recipient ${send.destination_account_id}`;
  return (
    <PersonHead
      avatar={<RecipientAvatar id={send.destination_account_id} account={account} />}
      name={
        <Trans>
          {sends} to {alias}
        </Trans>
      }
    >
      <p>{bySender && send.colleague === undefined ? <Trans>You pressed Send {at}</Trans> : at}</p>
      {send.sender && (
        <p>
          <FromSender sender={send.sender} />
        </p>
      )}
      <StartedBy send={send} />
    </PersonHead>
  );
}

type RecipientAvatarProps = {
  id: string;
  /** Undefined while it could not be read. */
  account: DestinationAccount | undefined;
  size?: 'large' | undefined;
};

export function RecipientAvatar({ id, account, size }: RecipientAvatarProps) {
  return (
    <Avatar id={id} alias={account?.alias ?? null} code={account?.country?.code} size={size} />
  );
}

/** Whether to quote the service: not if our reason says the same. */
function saysMore({ reason, service_message }: Send): boolean {
  const isSaid = reason === 'rate-not-available' || reason === 'account-not-found';
  return service_message !== null && !isSaid;
}

type TransferFigures = Pick<
  Send,
  | 'destination_account_id'
  | 'source_amount_cents'
  | 'source_amount_currency'
  | 'destination_amount_currency'
>;

/** The check page's parameters for the same figures, without a key: the check generates a new one. */
export function useResendParams(send: TransferFigures) {
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const country_id = account?.country?.id;
  if (!account || country_id === undefined) return undefined;
  return {
    source_amount_cents: send.source_amount_cents.toString(),
    source_amount_currency: send.source_amount_currency,
    destination_amount_currency: send.destination_amount_currency,
    country_id,
    destination_account_id: account.id,
  };
}
