import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import { isPayable } from '../../../contract/payable.ts';
import { accountQuery } from '../../api/accounts.ts';
import { type ApiError, isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useOnline } from '../../live/use-online.ts';
import { paths } from '../../router/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { CheckSummary } from './check-summary.tsx';
import { EarlierNotices, type EarlierSends, useEarlierSends } from './earlier-sends.tsx';
import type { SendStep } from './loader.ts';
import styles from './page.module.css';
import { RecipientChanged } from './recipient-changed.tsx';
import {
  CountryMismatchNotice,
  correctionOf,
  RecipientDoubtsNotice,
  useRecipientDoubts,
} from './recipient-doubts.tsx';
import { RecipientStep } from './recipient-step.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { amountOnly, type CheckSearch, quoteParams } from './send-search.ts';
import { useSending } from './use-sending.ts';

/** Who is to get it; once they are chosen, the check of all that is going to be sent. */
export function Page() {
  const at = useLoaderData<SendStep>();
  const isCheck = at.step === 'check';
  return (
    // A step of its own each, so that React calls the ref only when the step appears.
    <div key={isCheck ? at.search.key : at.step} ref={focusHeading}>
      <Stack reading>
        {isCheck ? (
          <CheckStep search={at.search} opened={at.opened} />
        ) : (
          <RecipientStep search={at.search} />
        )}
      </Stack>
    </div>
  );
}

/** A step takes another's place under the same path: the pressed link is gone, and the focus with it. */
function focusHeading(step: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  step?.querySelector('h1')?.focus({ preventScroll: true });
}

const takeAgainEvery = 30_000;

type CheckStepProps = {
  search: CheckSearch;
  /** An estimate that was taken before, in milliseconds, is no offer. */
  opened: number;
};

/** All that is going to be sent, to be read once more, and the button that sends it. */
function CheckStep({ search, opened }: CheckStepProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { data: account } = useSuspenseQuery(accountQuery(search.destination_account_id));
  // What the person has read: what they send, they send there.
  const [read, setRead] = useState(account);
  const changed = read.fingerprint !== account.fingerprint;
  const { send, pending, refusal, pressedAt } = useSending(search);
  const taken = useQuery({
    ...quoteQuery(quoteParams(search, account)),
    // The loader is taking it, or has just tried; what it began ends with a page that showed the same.
    staleTime: ({ state }) => (state.dataUpdatedAt < opened ? 0 : takeAgainEvery),
    retryOnMount: false,
    refetchInterval: pending ? false : takeAgainEvery,
  });
  const earlier = useEarlierSends(search, pending);
  const latest = taken.dataUpdatedAt >= opened ? taken.data : undefined;
  // An older figure is no offer once the service has said that there is no rate.
  const quote = isFailure(taken.error, 'rate-not-available') ? undefined : latest;
  const isOnline = useOnline();
  const doubts = useRecipientDoubts(account, search);
  const missing = whatIsMissing({ isOnline, changed, account, quote, earlier });
  const sends = money(BigInt(search.source_amount_cents), search.source_amount_currency);
  // What the page says at this moment is what the person was told.
  const after = { after_unresolved: earlier.again, after_sent: earlier.sent?.key ?? null };
  const press = () =>
    doubts.pass() && quote && send({ quote, fingerprint: read.fingerprint ?? '', ...after });
  function accept() {
    // The pressed button goes with its notice, and what was accepted is read from the top.
    document.querySelector('h1')?.focus();
    setRead(account);
  }
  const toRecipients = paths.send({ ...search, destination_account_id: undefined, key: undefined });

  return (
    <>
      <PageTitle>{t`Check before you send`}</PageTitle>
      <PageHead
        title={<Trans>Check before you send</Trans>}
        back={{ to: toRecipients, label: <Trans>Back</Trans> }}
      />
      <CheckSummary
        account={account}
        latest={latest}
        quote={quote}
        isTaking={taken.isFetching}
        search={search}
        sends={sends}
        toRecipients={toRecipients}
        toCorrection={correctionOf(account, search)}
      />
      {changed && (
        <RecipientChanged
          before={read}
          now={account}
          isNews={refusal?.failure === 'recipient-changed'}
          onAccept={accept}
        />
      )}
      <CountryMismatchNotice search={search} account={account} />
      <RecipientDoubtsNotice doubts={doubts} search={search} account={account} />
      <EstimateNotice search={search} quote={quote} error={taken.error} takeAgain={taken.refetch} />
      <EarlierNotices
        earlier={earlier}
        sends={sends}
        alias={account.alias}
        refusedFor={refusal?.failure === 'sent-before' ? refusal.sendKey : undefined}
      />
      {refusal && !isTold(refusal, earlier) && (
        <RefusalNotice error={refusal} pressedAt={pressedAt} search={search} />
      )}
      <Button
        variant="main"
        wide
        pending={pending}
        disabled={missing !== null}
        aria-describedby="send-hint"
        onClick={press}
      >
        <Trans>Send {sends}</Trans>
      </Button>
      <SendHint id="send-hint" missing={missing} />
    </>
  );
}

type Ready = {
  isOnline: boolean;
  /** Whether the recipient is another than the person has read. */
  changed: boolean;
  account: DestinationAccount;
  quote: Quote | undefined;
  earlier: EarlierSends;
};

function whatIsMissing({ isOnline, changed, account, quote, earlier }: Ready): Missing | null {
  if (!isOnline) return 'network';
  if (changed) return 'recipient';
  if (!isPayable(account)) return 'address';
  if (earlier.underWay) return 'outcome';
  if (quote === undefined) return 'estimate';
  return earlier.unresolved.length > 0 && earlier.again === null ? 'choice' : null;
}

/** What stands on the page already is not said again. */
function isTold(refusal: ApiError, { underWay, unresolved, sent }: EarlierSends): boolean {
  if (refusal.failure === 'recipient-changed') return true;
  if (refusal.failure === 'sent-before') return sent?.key === refusal.sendKey;
  if (refusal.failure !== 'identical-send-open') return false;
  return underWay !== undefined || unresolved.length > 0 || sent !== undefined;
}

type EstimateNoticeProps = {
  search: CheckSearch;
  quote: Quote | undefined;
  error: Error | null;
  takeAgain: () => void;
};

/** Says why there is no estimate. */
function EstimateNotice({ search, quote, error, takeAgain }: EstimateNoticeProps) {
  return (
    // Stands there empty too, so that what comes is read out.
    <div aria-live="polite" className={styles.live}>
      {!quote && error && <EstimateFailure error={error} search={search} takeAgain={takeAgain} />}
    </div>
  );
}

function EstimateFailure({
  error,
  search,
  takeAgain,
}: Omit<EstimateNoticeProps, 'quote'> & { error: Error }) {
  const failureMessage = useFailureMessage();
  const { source_amount_currency, destination_amount_currency } = search;
  if (isFailure(error, 'rate-not-available')) {
    return (
      <Notice
        tone="stop"
        title={
          <Trans>
            No rate from {source_amount_currency} to {destination_amount_currency} right now
          </Trans>
        }
      >
        <p>
          <Trans>Nothing was sent. Try another amount or currency, or come back later.</Trans>
        </p>
        <ButtonLink to={paths.quote(amountOnly(search))}>
          <Trans>Change the amount</Trans>
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice tone="stop" title={<Trans>The estimate could not be taken</Trans>}>
      <p>{failureMessage(error)}</p>
      <Button onClick={takeAgain}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  );
}

/** What has to be there before Send can be pressed. */
type Missing = 'network' | 'recipient' | 'address' | 'estimate' | 'outcome' | 'choice';

type SendHintProps = { id: string; missing: Missing | null };

/** Describes the button: why it can't be pressed, or what pressing it means. */
function SendHint({ id, missing }: SendHintProps) {
  return (
    <p id={id} className={styles.hint}>
      <Words missing={missing} />
    </p>
  );
}

function Words({ missing }: Pick<SendHintProps, 'missing'>) {
  switch (missing) {
    case 'network':
      return <Trans>You’re offline. You can send as soon as you are connected.</Trans>;
    case 'estimate':
      return <Trans>It can be sent as soon as there is an estimate.</Trans>;
    case 'outcome':
      return <Trans>You can send once we know the result of the first one.</Trans>;
    case 'recipient':
      return <Trans>To send, confirm the new details above first.</Trans>;
    case 'choice':
      return <Trans>To send again, tick the box above first.</Trans>;
    case 'address':
      return <Trans>Add the wallet's address first.</Trans>;
    case null:
      return (
        <Trans>
          A transfer can’t be taken back. We send it once, whatever happens to your connection.
        </Trans>
      );
  }
}
