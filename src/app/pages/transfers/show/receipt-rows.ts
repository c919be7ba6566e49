import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { IssuedReceipt } from '../../../../contract/api/receipt.ts';
import type { Transfer, TransferDetail } from '../../../../contract/api/transfer.ts';
import { isolated } from '../../../../contract/text-direction.ts';
import { impliedRate, isOneForOne } from '../../../../money/rate.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery, settingsQuery } from '../../../api/session.ts';
import { useBrand } from '../../../brand/brand-provider.tsx';
import { useStamp } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useNames } from '../../../i18n/use-names.ts';
import { unbroken } from '../../../transfers/money-text.tsx';
import { useStateWord } from '../../../transfers/use-state-name.ts';
import { useWhoGets } from '../../../transfers/who-gets.tsx';

/** One fact of a transfer, in words. Its value is shown verbatim, and of its note the values, in their order. */
type FactRow = {
  key: string;
  term: string;
  value: string;
  note?: string | undefined;
  values?: string[];
};

/** A receipt in words, for paper and for a picture alike. */
export type ReceiptWords = {
  brand: string;
  /** URL of the operator's logo; null for Giro's mark, empty while it is not known. */
  logo: string | null;
  title: string;
  /** Its name as a file, without an ending. */
  fileName: string;
  /** Says that no real money moved; null unless in the sandbox. */
  sandbox: string | null;
  state: string;
  /** Says when the state was read: the only time of the receipt, which is as good as that. */
  checked: string;
  /** What the receipt proves. */
  proof: string;
  rows: FactRow[];
  /** What the times are; null if there are none. */
  footnote: string | null;
  /** How others check it; null for a receipt without a code. */
  check: CheckWords | null;
};

type CheckWords = {
  how: string;
  /** Names the page where the code is typed. */
  where: string;
  page: string;
  /** In groups, to type. */
  code: string;
  link: string;
  qr: IssuedReceipt['qr'];
};

/**
 * Writes a receipt: only what is known of the transfer, and the last characters of the account. Others read
 * it, so it names the owner of the account and never the sender's nickname for them.
 */
export function useReceiptWords(): (
  detail: TransferDetail,
  receipt: IssuedReceipt | null,
) => ReceiptWords {
  const { t } = useLingui();
  const { money } = useMoney();
  const stamp = useStamp();
  // Recipients and banks read it too, so it leaves out the service's own word also for support.
  const stateWord = useStateWord();
  const proof = useProof();
  const rateRows = useRateRows();
  const payee = usePayee();
  const receiptName = useReceiptName();
  const { sandbox } = useSuspenseQuery(settingsQuery).data;
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { name: brand, logo } = useBrand() ?? { name: '', logo: '' };

  const checkWords = useCheckWords();

  return (detail, receipt) => {
    const { transfer, recipient, timeline, notes } = detail;
    const { id, destination_account_id } = transfer;
    // What the code says and what is beside it are of one moment.
    const time = stamp(receipt?.facts.at ?? detail.as_of);
    const steps = timeline.flatMap(({ state, seen_at }) =>
      seen_at ? [{ key: state, term: stateWord(state), value: stamp(seen_at) }] : [],
    );
    return {
      brand,
      logo,
      title: t`Receipt`,
      fileName: receiptName(id),
      sandbox: sandbox ? t`Sandbox: nothing here moves real money` : null,
      state: stateWord(transfer.state),
      checked: t`Checked with the payment service: ${time}`,
      proof: proof(transfer.state),
      rows: [
        { key: 'number', term: t`Number`, value: id },
        ...(receipt ? [{ key: 'receipt', term: t`Receipt number`, value: receipt.facts.id }] : []),
        // Not the sender of the transfer, who is not known here: a team shares transfers, support sees all.
        { key: 'for', term: t`Receipt for`, value: user.name },
        // The note is its sender's alone, and others read a receipt.
        ...(notes?.reference
          ? [{ key: 'reference', term: t`Reference`, value: notes.reference }]
          : []),
        {
          key: 'sent',
          term: t`Sent`,
          value: money(transfer.source_amount_cents, transfer.source_amount_currency),
        },
        ...rateRows(detail, { at: stamp, name: recipient?.name, isReceipt: true }),
        {
          key: 'to',
          term: t`To`,
          ...(recipient ? payee(recipient) : { value: t`Recipient ${destination_account_id}` }),
        },
        ...steps,
      ],
      footnote: steps.length > 0 ? t`Times show when we first noticed each step.` : null,
      check: receipt && checkWords(receipt),
    };
  };
}

function useCheckWords(): (receipt: IssuedReceipt) => CheckWords {
  const { t } = useLingui();
  return ({ code, link, qr }) => {
    const [page = link] = link.split('#');
    return {
      how: t`Scan to check this receipt`,
      where: t`Or enter this code at ${page}`,
      ...{ page, link, qr },
      code: code.match(/.{1,8}/g)?.join(' ') ?? code,
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

type RateRowsOptions = {
  /** Formats an instant. */
  at: (iso: string) => string;
  /** Of who gets the amount; empty or undefined where it is not known. */
  name: string | undefined;
  /** Leaves out what concerns only us and the sender. */
  isReceipt?: boolean;
};

/**
 * Writes what the recipient gets, and at which rate. Where the final amount differs from the estimate: the
 * estimate too, and the difference.
 */
export function useRateRows(): (detail: TransferDetail, options: RateRowsOptions) => FactRow[] {
  const { t } = useLingui();
  const { money, leadRate } = useMoney();
  const whoGets = useWhoGets();
  const calculatedRate = useCalculatedRate();

  return ({ transfer, quoted }, { at, name, isReceipt = false }) => {
    const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
    const gets = {
      key: 'gets',
      term: whoGets(name, transfer.state),
      value: money(transfer.destination_amount_cents, destination),
    };
    const calculated = calculatedRate(transfer);
    const rate = (value: string | undefined, note: string): FactRow[] =>
      value === undefined ? [] : [{ key: 'rate', term: t`Rate`, value: unbroken(value), note }];
    if (!quoted) {
      const none = isReceipt
        ? t`Calculated from the two amounts.`
        : t`Calculated from the two amounts. We have no estimate for this transfer.`;
      return [gets, ...rate(calculated, none)];
    }

    const asQuoted = unbroken(leadRate(quoted.rate, source, destination));
    const when = at(quoted.taken_at);
    const more = transfer.destination_amount_cents - quoted.destination_amount_cents;
    if (more === 0n && isOneForOne(quoted.rate, source, destination)) return [gets];
    if (more === 0n)
      return [gets, ...rate(asQuoted, t`Estimated ${when}. The amount is the same.`)];
    const by = money(more < 0n ? -more : more, destination);
    return [
      {
        key: 'estimated',
        term: t`Estimated`,
        value: money(quoted.destination_amount_cents, destination),
        note: t`${asQuoted}, ${when}`,
        values: [asQuoted],
      },
      {
        ...gets,
        note:
          more < 0n
            ? t`${by} less than estimated. The final rate was set when it was sent.`
            : t`${by} more than estimated. The final rate was set when it was sent.`,
        values: [by],
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
    // The same amount of the same currency.
    if (source === destination && sent === arrives) return undefined;
    return implied ? money.impliedRate(implied, source, destination) : undefined;
  };
}

type Recipient = NonNullable<TransferDetail['recipient']>;

/**
 * Writes the owner with bank, last characters of the account number and country: 'Bancolombia ···· 4821,
 * Colombia'. Without an owner's name (contract 2.3: a wallet may have none), the account stands for it.
 */
function usePayee(): (recipient: Recipient) => Pick<FactRow, 'value' | 'note' | 'values'> {
  const { t } = useLingui();
  const names = useNames();
  const { data: countries } = useSuspenseQuery(countriesQuery);
  return ({ id, name, bank_name, account_tail, country_name }) => {
    const country = countries.find((one) => one.name === country_name);
    const place = country ? names.country(country) : country_name;
    const end = account_tail && `····\u00a0${account_tail}`;
    const account = [bank_name && isolated(bank_name), end].filter(Boolean).join(' ');
    const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(', ') || undefined;
    if (name) return { value: name, note: joined([account, place]), values: [account] };
    const bank = { note: joined([bank_name, place]), values: bank_name ? [bank_name] : [] };
    if (!end) return { value: t`Recipient ${id}`, ...bank };
    const value = country?.is_asset ? t`Wallet ${end}` : t`Account ${end}`;
    return { value, ...bank };
  };
}
