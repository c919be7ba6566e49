import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Transfer, TransferDetail } from '../../../../contract/api/transfer.ts';
import { impliedRate } from '../../../../money/rate.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { useBrand } from '../../../brand/brand-provider.tsx';
import { formatDate, serverTime } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useNames } from '../../../i18n/use-names.ts';
import { unbroken } from '../../../transfers/money-text.tsx';
import { useStateWord } from '../../../transfers/use-state-name.ts';
import { useWhoGets } from '../../../transfers/who-gets.tsx';

/** One fact of a transfer, in words. */
export type FactRow = { key: string; term: string; value: string; note?: string | undefined };

/** A receipt in words, for paper and for a picture alike. */
export type ReceiptWords = {
  brand: string;
  title: string;
  /** Its name as a file, without an ending. */
  fileName: string;
  /** Says that no real money moved; null unless in the sandbox. */
  sandbox: string | null;
  state: string;
  /** Says when the state was read. */
  asOf: string;
  /** What the receipt proves. */
  proof: string;
  rows: FactRow[];
  footnote: string;
};

/** Writes a receipt: only what is known of the transfer, and the last characters of the account. */
export function useReceiptWords(): (detail: TransferDetail, checkedAt: string) => ReceiptWords {
  const { t } = useLingui();
  const { money } = useMoney();
  const stamp = useStamp();
  // Recipients and banks read it too, so it leaves out the service's own word also for support.
  const stateWord = useStateWord();
  const proof = useProof();
  const rateRows = useRateRows();
  const recipientPlace = useRecipientPlace();
  const receiptName = useReceiptName();
  const { sandbox } = useSuspenseQuery(settingsQuery).data;
  const { user } = useSuspenseQuery(sessionQuery).data;
  const brand = useBrand()?.name ?? '';

  return (detail, checkedAt) => {
    const { transfer, recipient, timeline } = detail;
    const { id, destination_account_id } = transfer;
    const created = stamp(serverTime().toISOString());
    const time = stamp(checkedAt);
    const owner = recipient ? recipient.name || recipient.alias : null;
    return {
      brand,
      title: t`Receipt`,
      fileName: receiptName(id),
      sandbox: sandbox ? t`Sandbox: nothing here moves real money` : null,
      state: stateWord(transfer.state),
      asOf: t`As of ${time}`,
      proof: proof(transfer.state),
      rows: [
        { key: 'number', term: t`Number`, value: id },
        // Not the sender of the transfer, who is not known here: a team shares transfers, support sees all.
        { key: 'for', term: t`Receipt for`, value: user.name, note: t`Created ${created}` },
        {
          key: 'sent',
          term: t`Sent`,
          value: money(transfer.source_amount_cents, transfer.source_amount_currency),
        },
        ...rateRows(detail, stamp),
        {
          key: 'to',
          term: t`To`,
          value: owner ?? t`Recipient ${destination_account_id}`,
          note: recipient ? recipientPlace(recipient) : undefined,
        },
        ...timeline.map(({ state, seen_at }) => ({
          key: state,
          term: stateWord(state),
          value: seen_at ? stamp(seen_at) : t`We didn’t see this step.`,
        })),
      ],
      footnote: t`Times show when we first noticed each step.`,
    };
  };
}

/** 'Giro-receipt-9001': browsers take a file's name from the title of what they print. */
export function useReceiptName(): (id: string) => string {
  const { t } = useLingui();
  const brand = (useBrand()?.name ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return (id) => t`${brand}-receipt-${id}`;
}

function useProof(): (state: string) => string {
  const { t } = useLingui();
  return (state) => {
    switch (state) {
      case 'executed':
        return t`The payment service says the recipient was paid.`;
      case 'rejected':
        return t`The recipient was not paid.`;
      default:
        return t`Not completed yet. This does not prove that the money arrived.`;
    }
  };
}

/**
 * Writes what the recipient gets, and at which rate. Where the final amount differs from the estimate: the
 * estimate too, and the difference. `at` formats an instant.
 */
export function useRateRows(): (detail: TransferDetail, at: (iso: string) => string) => FactRow[] {
  const { t } = useLingui();
  const { money, leadRate } = useMoney();
  const whoGets = useWhoGets();
  const calculatedRate = useCalculatedRate();

  return ({ transfer, quoted, recipient }, at) => {
    const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
    const gets = {
      key: 'gets',
      term: whoGets(recipient?.alias, transfer.state),
      value: money(transfer.destination_amount_cents, destination),
    };
    const calculated = calculatedRate(transfer);
    const rate = (value: string | undefined, note: string): FactRow[] =>
      value === undefined ? [] : [{ key: 'rate', term: t`Rate`, value: unbroken(value), note }];
    if (!quoted) {
      const none = t`Calculated from the two amounts. We have no estimate for this transfer.`;
      return [gets, ...rate(calculated, none)];
    }

    const asQuoted = unbroken(leadRate(quoted.rate, source, destination));
    const when = at(quoted.taken_at);
    const more = transfer.destination_amount_cents - quoted.destination_amount_cents;
    if (more === 0n)
      return [gets, ...rate(asQuoted, t`Estimated ${when}. The amount is the same.`)];
    const by = money(more < 0n ? -more : more, destination);
    return [
      {
        key: 'estimated',
        term: t`Estimated`,
        value: money(quoted.destination_amount_cents, destination),
        note: t`${asQuoted}, ${when}`,
      },
      {
        ...gets,
        note:
          more < 0n
            ? t`${by} less than estimated. The final rate was set when it was sent.`
            : t`${by} more than estimated. The final rate was set when it was sent.`,
      },
      ...rate(calculated, t`Calculated from the two amounts.`),
    ];
  };
}

/** Calculates a rate from the two amounts: a transfer of the service has none (contract 2.2). */
function useCalculatedRate(): (transfer: Transfer) => string | undefined {
  const money = useMoney();
  return (transfer) => {
    const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
    const [from, to] = [money.divisor(source), money.divisor(destination)];
    if (from === undefined || to === undefined) return undefined;
    const { source_amount_cents: sent, destination_amount_cents: arrives } = transfer;
    const implied = impliedRate(sent, from, arrives, to);
    return implied ? money.impliedRate(implied, source, destination) : undefined;
  };
}

type Recipient = NonNullable<TransferDetail['recipient']>;

/** Writes bank, last characters of the account number, and country: 'Bancolombia ···· 4821, Colombia'. */
function useRecipientPlace(): (recipient: Recipient) => string {
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  return ({ bank_name, account_tail, country_name }) => {
    const country = countries.find(({ name }) => name === country_name);
    const account = [bank_name, account_tail && `····\u00a0${account_tail}`].filter(Boolean);
    const place = country ? names.country(country) : country_name;
    return [account.join(' '), place].filter(Boolean).join(', ');
  };
}

/** Formats an instant for paper and for other people: day, second and time zone. */
export function useStamp(): (iso: string) => string {
  const { locale } = useFormat();
  return (iso) => formatDate(new Date(iso), locale, { dateStyle: 'long', timeStyle: 'long' });
}
