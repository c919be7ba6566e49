import { useLingui } from '@lingui/react/macro';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import type { Candidates, Send } from '../../contract/api/send.ts';
import type { Sender } from '../../contract/api/sender.ts';
import type { SupportSearch } from '../../contract/api/support.ts';
import type { Transfer, TransferDetail } from '../../contract/api/transfer.ts';
import { numberTail } from '../../contract/number-tail.ts';
import { dateFormat } from '../i18n/date-format.ts';
import { useAccountWords } from '../i18n/use-account-words.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import type { Freshness } from '../live/use-freshness.ts';
import { paths } from '../router/paths.ts';
import { useStateName } from '../transfers/use-state-name.ts';

type CaseTransfer = Transfer & {
  timeline: TransferDetail['timeline'];
  sender?: Sender | undefined;
};

type Case = {
  account: DestinationAccount;
  bank: string | undefined;
  found: SupportSearch;
  freshness: Freshness;
};

/** What the service's operator needs to find one, as far as the page knows it. */
export type KnownOfSending = {
  account: DestinationAccount | undefined;
  bank: string | undefined;
  /** Why its outcome is not known, in words; undefined once it is. */
  why: string | undefined;
  /** What can be it. */
  listed: Candidates | undefined;
};

/**
 * Writes as a plain text what support keeps in a case: a recipient with ends of numbers alone and their
 * transfers, one transfer, or one sending; and when this was so. What was searched for is not in it: that may be a whole number.
 */
export function useCaseText() {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { money } = useMoney();
  const words = useAccountWords();
  const stateName = useStateName();
  // Read elsewhere and later: with its day and its zone.
  const at = (iso: string) =>
    dateFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(new Date(iso));

  function recipient({ account, bank }: Pick<Case, 'account' | 'bank'>): string[] {
    const { id, alias, category, dni, bank_number, additional_data, masked } = account;
    const number = category === 'wallet' ? additional_data : bank_number;
    const end = (whole: string) => (masked ? whole : numberTail(whole));
    const kind = category === 'wallet' ? t`Wallet` : (bank ?? t`Account`);
    const owner = words.owner(account);
    const numberEnd = number ? end(number) : '';
    const documentEnd = dni ? end(dni) : '';
    const document = words.documentType(account) ?? t`Document`;
    return [
      t`Recipient ${id}: ${owner} (${alias})`,
      ...(number ? [t`${kind} ending in ${numberEnd}`] : []),
      ...(dni ? [t`${document} ending in ${documentEnd}`] : []),
    ];
  }

  function whose(sender: Sender | undefined): string[] {
    if (!sender) return [];
    const { name, email } = sender;
    return [t`From ${name}, ${email}`];
  }

  function transfer(row: CaseTransfer, searchedAt: string): string[] {
    const { id } = row;
    const isNew = row.timeline.every(({ state }) => state !== row.state);
    const state = stateName(row.state);
    const sent = money(row.source_amount_cents, row.source_amount_currency);
    const arrives = money(row.destination_amount_cents, row.destination_amount_currency);
    return [
      '',
      t`Transfer ${id}: ${state}`,
      t`${sent} sent, ${arrives} for the recipient`,
      ...whose(row.sender),
      ...row.timeline.map(({ state, seen_at }) => {
        const step = stateName(state);
        const time = seen_at && at(seen_at);
        return time ? t`${step}: first seen ${time}` : t`${step}: not seen by this app`;
      }),
      // A change that came after the search tells no time of its own.
      ...(isNew ? [t`${state}: first seen after ${searchedAt}`] : []),
    ];
  }

  function sendState({ state, transfer_id }: Send): string {
    switch (state) {
      case 'sent':
        return t`sent as transfer ${transfer_id}`;
      case 'refused':
      case 'not_sent':
        return t`not sent`;
      case 'unresolved':
        return t`not confirmed, left to support`;
      default:
        return t`not confirmed yet`;
    }
  }

  /** How old it is, and where it stands. */
  function stamp({ as_of, stopped }: Freshness, path: string): string[] {
    const time = at(as_of);
    return [
      stopped === 'silent' || stopped === 'unreadable'
        ? t`The service has not answered since ${time}`
        : t`As of ${time}`,
      window.location.origin + path,
    ];
  }

  return {
    recipient: (one: Case): string => {
      const { account, found, freshness } = one;
      const theirs = found.transfers.items.filter(
        (row) => row.destination_account_id === account.id,
      );
      const all = found.recipients.items.find(({ id }) => id === account.id)?.transfers ?? 0;
      const listed = theirs.length.toLocaleString(locale);
      const inAll = all.toLocaleString(locale);
      return [
        ...recipient(one),
        ...theirs.flatMap((row) => transfer(row, at(found.as_of))),
        '',
        ...(all > theirs.length ? [t`${listed} of ${inAll} transfers to this recipient`] : []),
        ...stamp(freshness, paths.support({ recipient: account.id })),
      ].join('\n');
    },

    transfer: (
      { transfer: one, recipient: to, timeline, sender }: TransferDetail,
      age: Freshness,
    ) => {
      const id = one.destination_account_id;
      const owner = to ? to.name || to.alias : '';
      const alias = to?.alias ?? '';
      return [
        to ? t`Recipient ${id}: ${owner} (${alias})` : t`Recipient ${id}`,
        ...transfer({ ...one, timeline, sender }, at(age.as_of)),
        '',
        ...stamp(age, paths.transfer(one.id)),
      ].join('\n');
    },

    sending: (send: Send, known: KnownOfSending, as_of: string): string => {
      const { key, sender, settled_reason, service_message, look_alikes = [] } = send;
      const { account, bank, why, listed } = known;
      const id = send.destination_account_id;
      const amount = money(send.source_amount_cents, send.source_amount_currency);
      const pressed = at(send.created_at);
      const state = sendState(send);
      const to = account?.alias ?? t`Recipient ${id}`;
      return [
        t`Sending ${key}: ${state}`,
        t`${amount} to ${to}, ${pressed}`,
        ...(account ? recipient({ account, bank }) : [t`Recipient ${id}`]),
        ...whose(sender),
        ...(why === undefined ? [] : [t`Why it is not confirmed: ${why}`]),
        ...(service_message === null ? [] : [t`The service said: “${service_message}”`]),
        ...(listed?.transfers ?? []).map((one) => {
          const number = one.id;
          const oneState = stateName(one.state);
          const arrives = money(one.destination_amount_cents, one.destination_amount_currency);
          return t`Could be transfer ${number}: ${oneState}, ${arrives} for the recipient`;
        }),
        ...(listed?.unread ?? []).map((number) =>
          number === null
            ? t`Could be a row of the service’s list that can’t be read, without a number`
            : t`Could be transfer ${number}, which can’t be read`,
        ),
        ...look_alikes.map((number) => t`Turned up later, may be this one: transfer ${number}`),
        ...(settled_reason === null ? [] : [t`Support: ${settled_reason}`]),
        '',
        ...stamp({ as_of, stopped: null }, paths.sending(key)),
      ].join('\n');
    },
  };
}
