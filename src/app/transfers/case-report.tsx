import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import type { Send } from '../../contract/api/send.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import type { Sender } from '../../contract/api/sender.ts';
import type { SupportSearch } from '../../contract/api/support.ts';
import type { Transfer, TransferDetail } from '../../contract/api/transfer.ts';
import { numberTail } from '../../contract/number-tail.ts';
import { accountQuery } from '../api/accounts.ts';
import { banksQuery } from '../api/reference.ts';
import { candidatesQuery } from '../api/sends.ts';
import { formatDate, serverTime } from '../i18n/intl.ts';
import { useServiceAmounts } from '../i18n/service-amounts.ts';
import { useAccountWords } from '../i18n/use-account-words.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import { type Freshness, useFreshness } from '../live/use-freshness.ts';
import { paths } from '../router/paths.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useStateName } from './use-state-name.ts';

// Plain text that support pastes into its own case record. It holds only the last characters of numbers
// and the time of the data. It leaves out the search text, which may be a whole account number.

type CopyRecipientReportProps = {
  account: DestinationAccount;
  bank: string | undefined;
  found: SupportSearch;
};

/** Button that copies a recipient and their transfers for the case record. */
export function CopyRecipientReport({ account, bank, found }: CopyRecipientReportProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const freshness = useFreshness(found);
  const recipientLines = useRecipientLines();
  const transferLines = useTransferLines();
  const ageLines = useAgeLines();
  const theirs = found.transfers.items.filter((row) => row.destination_account_id === account.id);
  const all = found.recipients.items.find(({ id }) => id === account.id)?.transfers ?? 0;
  const listed = whole(theirs.length);
  const inAll = whole(all);
  return (
    <CopyReport
      wide
      lines={[
        ...recipientLines(account, bank),
        ...theirs.flatMap((row) => transferLines(row, found.as_of)),
        '',
        ...(all > theirs.length ? [t`${listed} of ${inAll} transfers to this recipient`] : []),
        ...ageLines(freshness, paths.support({ recipient: account.id })),
      ]}
    />
  );
}

type CopyTransferReportProps = { detail: TransferDetail; freshness: Freshness };

/** Button that copies a transfer for the case record. */
export function CopyTransferReport({ detail, freshness }: CopyTransferReportProps) {
  const { t } = useLingui();
  const transferLines = useTransferLines();
  const ageLines = useAgeLines();
  const { transfer, recipient, timeline, sender } = detail;
  const id = transfer.destination_account_id;
  const owner = recipient ? recipient.name || recipient.alias : '';
  const alias = recipient?.alias ?? '';
  return (
    <CopyReport
      wide
      lines={[
        recipient ? t`Recipient ${id}: ${owner} (${alias})` : t`Recipient ${id}`,
        ...transferLines({ ...transfer, timeline, sender }, freshness.as_of),
        '',
        ...ageLines(freshness, paths.transfer(transfer.id)),
      ]}
    />
  );
}

type CopySendReportProps = {
  send: Send;
  /** Why the result is not known, in words. */
  why: string;
  /** When this page last read the send, in milliseconds since 1970. */
  lookedAt: number;
};

/** Button that copies a send for the case record, with what the service's operator needs to find it. */
export function CopySendReport({ send, why, lookedAt }: CopySendReportProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const sendState = useSendState();
  const recipientLines = useRecipientLines();
  const senderLines = useSenderLines();
  const candidateLines = useCandidateLines(send);
  const ageLines = useAgeLines();
  const writeTime = useWriteTime();
  const account = useQuery(accountQuery(send.destination_account_id)).data;
  const banks = useQuery({
    ...banksQuery(account?.country?.name ?? ''),
    enabled: Boolean(account?.country && account.bank_id),
  });
  const bank = banks.data?.find(({ id }) => id === account?.bank_id)?.name;

  const { key, sender, settled_reason, service_message, look_alikes = [] } = send;
  const amounts = useServiceAmounts()(service_message ?? '', send.source_amount_currency);
  const id = send.destination_account_id;
  const amount = money(send.source_amount_cents, send.source_amount_currency);
  const pressed = writeTime(send.created_at);
  const state = sendState(send);
  const to = account?.alias ?? t`Recipient ${id}`;
  const as_of = serverTime(lookedAt).toISOString();
  return (
    <CopyReport
      lines={[
        t`Transfer with reference ${key}: ${state}`,
        t`${amount} to ${to}, ${pressed}`,
        ...(account ? recipientLines(account, bank) : [t`Recipient ${id}`]),
        ...senderLines(sender),
        ...(isOpen(send.state) ? [t`Why it is not confirmed: ${why}`] : []),
        ...(service_message === null ? [] : [t`The payment service said: “${service_message}”`]),
        ...(amounts.text ? [amounts.text] : []),
        ...candidateLines,
        ...look_alikes.map((number) => t`Transfer ${number} turned up later and may be this one`),
        ...(settled_reason === null ? [] : [t`Support: ${settled_reason}`]),
        '',
        ...ageLines({ as_of, stopped: null }, paths.sendOutcome(key)),
      ]}
    />
  );
}

type CopyReportProps = { lines: readonly string[]; wide?: boolean };

function CopyReport({ lines, wide }: CopyReportProps) {
  return (
    <CopyButton variant="plain" wide={wide} text={lines.join('\n')}>
      <Trans>Copy case details</Trans>
    </CopyButton>
  );
}

/** Writes an instant with its day and time zone, because the text is read elsewhere and later. */
function useWriteTime() {
  const { locale } = useFormat();
  return (iso: string) =>
    formatDate(new Date(iso), locale, { dateStyle: 'medium', timeStyle: 'long' });
}

function useRecipientLines() {
  const { t } = useLingui();
  const words = useAccountWords();

  return (account: DestinationAccount, bank: string | undefined): string[] => {
    const { id, alias, category, dni, bank_number, additional_data, masked } = account;
    const number = category === 'wallet' ? additional_data : bank_number;
    const end = (whole: string) => (masked ? whole : numberTail(whole));
    const kind = category === 'wallet' ? t`Wallet` : (bank ?? t`Account`);
    const owner = words.owner(account);
    const numberEnd = number ? end(number) : '';
    const documentEnd = dni ? end(dni) : '';
    const document = words.documentType(account) ?? t`ID number`;
    return [
      t`Recipient ${id}: ${owner} (${alias})`,
      ...(number ? [t`${kind} ending in ${numberEnd}`] : []),
      ...(dni ? [t`${document} ending in ${documentEnd}`] : []),
    ];
  };
}

function useSenderLines() {
  const { t } = useLingui();

  return (sender: Sender | undefined): string[] => {
    if (!sender) return [];
    const { name, email } = sender;
    return [t`From ${name}, ${email}`];
  };
}

type ReportedTransfer = Transfer & {
  timeline: TransferDetail['timeline'];
  sender?: Sender | undefined;
};

function useTransferLines() {
  const { t } = useLingui();
  const { money } = useMoney();
  const stateName = useStateName();
  const senderLines = useSenderLines();
  const writeTime = useWriteTime();

  return (row: ReportedTransfer, as_of: string): string[] => {
    const { id } = row;
    const isNew = row.timeline.every(({ state }) => state !== row.state);
    const state = stateName(row.state);
    const sent = money(row.source_amount_cents, row.source_amount_currency);
    const arrives = money(row.destination_amount_cents, row.destination_amount_currency);
    const searchedAt = writeTime(as_of);
    return [
      '',
      t`Transfer ${id}: ${state}`,
      t`${sent} from the sender, ${arrives} to the recipient`,
      ...senderLines(row.sender),
      ...row.timeline.map(({ state, seen_at }) => {
        const step = stateName(state);
        const time = seen_at && writeTime(seen_at);
        return time ? t`${step}: first seen ${time}` : t`${step}: we didn’t see this step`;
      }),
      // A live update brings no time of its own: it came after the data of the search.
      ...(isNew ? [t`${state}: first seen after ${searchedAt}`] : []),
    ];
  };
}

function useSendState() {
  const { t } = useLingui();

  return ({ state, transfer_id }: Send): string => {
    switch (state) {
      case 'sent':
        return t`sent as transfer ${transfer_id}`;
      case 'refused':
      case 'not_sent':
        return t`not sent`;
      case 'unresolved':
        return t`not confirmed yet, needs review`;
      case 'intended':
      case 'unconfirmed':
        return t`not confirmed yet`;
    }
  };
}

/** The transfers that may be an open send. */
function useCandidateLines({ key, state }: Send): string[] {
  const { t } = useLingui();
  const { money } = useMoney();
  const stateName = useStateName();
  // The list of candidates on the page fetches them; this only reads the cache.
  const { data: listed } = useQuery({ ...candidatesQuery(key), enabled: false });
  if (!isOpen(state) || !listed) return [];
  return [
    ...listed.transfers.map((one) => {
      const number = one.id;
      const oneState = stateName(one.state);
      const arrives = money(one.destination_amount_cents, one.destination_amount_currency);
      return t`Could be transfer ${number}: ${oneState}, ${arrives} to the recipient`;
    }),
    ...listed.unread.map((number) =>
      number === null
        ? t`Could be a transfer without a number, which we can’t read`
        : t`Could be transfer ${number}, which we can’t read`,
    ),
  ];
}

/** The time of the data and the URL of the page. */
function useAgeLines() {
  const { t } = useLingui();
  const writeTime = useWriteTime();

  return ({ as_of, stopped }: Freshness, path: string): string[] => {
    const time = writeTime(as_of);
    return [
      stopped === 'silent' || stopped === 'unreadable'
        ? t`The payment service has not answered since ${time}`
        : t`As of ${time}`,
      // Copied only in the browser.
      (typeof window === 'undefined' ? '' : window.location.origin) + path,
    ];
  };
}
