import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { ReceiptCheck, ReceiptFacts } from '../../../contract/api/receipt.ts';
import { numberStyle } from '../../../money/number-style.ts';
import { receiptCheckQuery } from '../../api/receipts.ts';
import { settingsQuery } from '../../api/session.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { EarlyForm } from '../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useFormat, useStamp } from '../../i18n/use-format.ts';
import { useStateWord } from '../../transfers/use-state-name.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Checks a receipt for whoever holds its code. The code is in the fragment or typed, so no address has it. */
export function Page() {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const fromLink = useFragment();
  const [typed, setTyped] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const { sandbox } = useSuspenseQuery(settingsQuery).data;
  const code = typed ?? codeIn(fromLink);
  const check = useQuery(receiptCheckQuery(code));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = codeIn(String(new FormData(event.currentTarget).get('code')));
    setMissing(given === '');
    if (given === '') input.current?.focus();
    else if (given === code) void check.refetch();
    else setTyped(given);
  }

  return (
    <Stack gap="s5">
      <PageTitle>{t`Check a receipt`}</PageTitle>
      <PageHead title={<Trans>Check a receipt</Trans>} />
      {sandbox && <Notice title={<Trans>Sandbox: nothing here moves real money</Trans>} />}
      <Outcome check={check} isAsked={code !== ''} />
      <EarlyForm method="post" noValidate onSubmit={submit}>
        <Stack>
          <TextField
            ref={input}
            label={t`Code or link of the receipt`}
            name="code"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            error={isMissing ? t`Enter the code from the receipt` : undefined}
          />
          <Button type="submit" variant="main" wide pending={check.isFetching}>
            <Trans>Check receipt</Trans>
          </Button>
        </Stack>
      </EarlyForm>
    </Stack>
  );
}

type OutcomeProps = {
  check: { data?: ReceiptCheck | undefined; error: Error | null; isFetching: boolean };
  isAsked: boolean;
};

/** One region that is there from the start, so that what it says is read out. */
function Outcome({ check: { data, error, isFetching }, isAsked }: OutcomeProps) {
  const failureMessage = useFailureMessage();
  return (
    <div role="status">
      {!isAsked ? (
        <p>
          <Trans>Scan the receipt’s QR code, or enter its code here.</Trans>
        </p>
      ) : isFetching ? (
        <p>
          <Trans>Checking the receipt…</Trans>
        </p>
      ) : error ? (
        <Notice tone="stop" title={failureMessage(error)} />
      ) : (
        data && <Verdict check={data} />
      )}
    </div>
  );
}

function Verdict({ check }: { check: ReceiptCheck }) {
  switch (check.verdict) {
    case 'genuine':
      return <Genuine facts={check.facts} now={check.now} />;
    case 'withdrawn':
      return <Notice tone="wait" title={<Trans>Withdrawn by the sender</Trans>} />;
    case 'unknown':
      return (
        <Notice tone="wait" title={<Trans>No record of this receipt</Trans>}>
          <p>
            <Trans>We can’t confirm it any more. Ask the sender for a new receipt.</Trans>
          </p>
        </Notice>
      );
    case 'not-genuine':
      return (
        <Notice tone="stop" title={<Trans>Not genuine</Trans>}>
          <p>
            <Trans>
              We did not issue a receipt with this code. Check that the code is complete.
            </Trans>
          </p>
        </Notice>
      );
  }
}

type GenuineProps = Pick<Extract<ReceiptCheck, { verdict: 'genuine' }>, 'facts' | 'now'>;

/** What became of the money first, then what the code says. */
function Genuine({ facts, now }: GenuineProps) {
  const stamp = useStamp();
  const stateWord = useStateWord();
  const amount = useAmount();
  return (
    <Stack>
      <Notice
        tone={now?.state === 'executed' && !now.account_changed ? 'done' : 'wait'}
        title={<Trans>Genuine receipt</Trans>}
      >
        <p>
          <Proof now={now} />
        </p>
      </Notice>
      <Card as="section">
        <SummaryList>
          {now && (
            <SummaryRow term={<Trans>Status now</Trans>} note={stamp(now.as_of)}>
              <strong>{stateWord(now.state)}</strong>
            </SummaryRow>
          )}
          <SummaryRow term={<Trans>Status on the receipt</Trans>} note={stamp(facts.at)}>
            {stateWord(facts.state)}
          </SummaryRow>
          <SummaryRow term={<Trans>Sent</Trans>}>{verbatim(amount(facts.sent))}</SummaryRow>
          <SummaryRow term={<Trans>Recipient gets</Trans>}>
            {verbatim(amount(facts.gets))}
          </SummaryRow>
          <AccountRow facts={facts} />
          <SummaryRow term={<Trans>Number</Trans>}>{verbatim(facts.number)}</SummaryRow>
          <SummaryRow term={<Trans>Receipt number</Trans>}>{verbatim(facts.id)}</SummaryRow>
        </SummaryList>
      </Card>
      <p>
        <Trans>Compare this with the receipt in your hands.</Trans>
      </p>
    </Stack>
  );
}

/** What became of the money; a state that can't be read proves nothing. */
function Proof({ now }: Pick<GenuineProps, 'now'>) {
  switch (now?.state) {
    case 'executed':
      if (now.account_changed) {
        return (
          <Trans>
            The transfer was paid, but its account was changed after this receipt was issued. This
            does not prove who was paid.
          </Trans>
        );
      }
      return <Trans>The payment service says the recipient was paid.</Trans>;
    case 'rejected':
      return <Trans>The recipient was not paid.</Trans>;
    case undefined:
      return <Trans>We can’t read the transfer’s status right now. Check again later.</Trans>;
    default:
      return <Trans>Not completed yet. This does not prove that the money arrived.</Trans>;
  }
}

function AccountRow({ facts: { account } }: { facts: ReceiptFacts }) {
  if (account === '') return null;
  return <SummaryRow term={<Trans>Account</Trans>}>{verbatim(`····\u00a0${account}`)}</SummaryRow>;
}

/** Writes an amount of a code, "100000.00 CLP", as every amount is written: "CLP 100,000.00". */
function useAmount(): (text: string) => string {
  const { decimal, writeWhole } = numberStyle(useFormat().locale);
  return (text) => {
    const [, whole, fraction, currency] = /^(\d+)(?:\.(\d+))? (\S+)$/.exec(text) ?? [];
    // A currency without a divisor has subunits, or a fraction.
    if (whole === undefined) return text;
    const figure = writeWhole(BigInt(whole)) + (fraction === undefined ? '' : decimal + fraction);
    return `${currency}\u00a0${figure}`;
  };
}

/** The code in a text: what follows the # of a link, without the spaces and line breaks of paper. */
function codeIn(text: string): string {
  return text.slice(text.lastIndexOf('#') + 1).replace(/\s/g, '');
}

/** The fragment, which no server sees: empty while rendering there. */
function useFragment(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  );
}

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
