import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Order, ResumeRequest } from '../../../../contract/api/order.ts';
import type { Quote } from '../../../../contract/api/quote.ts';
import { isUnderWay } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { orderHoldQuery } from '../../../api/hold.ts';
import { quoteQuery } from '../../../api/quotes.ts';
import { resumeOrder, sendQuery, sendsLikeQuery } from '../../../api/sends.ts';
import { takeProof } from '../../../auth/kept-proof.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { serverTime } from '../../../i18n/intl.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useSpan } from '../../../i18n/use-span.ts';
import { useOnline } from '../../../live/use-online.ts';
import { useOrderDays } from '../../../orders/use-order-days.ts';
import { isTellable, useOrderPress } from '../../../orders/use-order-press.ts';
import { chosenMinimum } from '../../../orders/why-asked.tsx';
import { paths } from '../../../router/paths.ts';
import { unbroken } from '../../../transfers/money-text.tsx';
import { Ago } from '../../../ui/ago.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useResendParams } from './attempt-card.tsx';
import styles from './order.module.css';

const StepUpDialog = lazy(async () => ({
  default: (await import('../../../auth/step-up-dialog.tsx')).StepUpDialog,
}));

const refetchEveryMs = 30_000;

/** What the person saw, what it is now, and one press to send it so. */
export function NeedsYou({ order }: { order: Order }) {
  const { money } = useMoney();
  const { reason } = order;
  const again = useResendParams(order);
  const account = useQuery(accountQuery(order.destination_account_id)).data;
  const { destination_account_id: _, ...figures } = again ?? noQuote;
  const { data: quote, error } = useQuery({
    ...quoteQuery(figures),
    enabled: again !== undefined,
    refetchInterval: refetchEveryMs,
  });
  const like = useSendsLike(order);
  const resume = useResume(order);
  const { pressed } = resume;
  const isReadSince = pressed !== undefined && pressed.asSeen.revision !== order.revision;
  const isOnline = useOnline();
  const hintId = useId();
  const span = useSpan();
  // Without a rate nothing can be sent.
  const shown = isFailure(error, 'rate-not-available') ? undefined : quote;
  const sends = money(order.source_amount_cents, order.source_amount_currency);
  const { nextDay } = useOrderDays();
  const day = isToCome(order) ? nextDay(order) : undefined;
  const isKept = day !== undefined;
  // The rate of now decides nothing about a day to come.
  const isAnswerable = isKept || shown !== undefined;
  const asSeen = isAnswerable && account ? asSeenNow(order, shown, account, like) : undefined;
  const isBlocked =
    like.underWay ||
    account?.archived === true ||
    // The key of its send is used up.
    reason === 'key-reused' ||
    reason === 'send-forgotten';
  const { data: hold } = useQuery({
    ...orderHoldQuery(order.id, account ?? {}),
    enabled: account !== undefined,
  });
  const isHeldAgain = hold !== undefined && hold.held_seconds > 0;
  function press() {
    // A provider leads back to this page.
    const proof = asSeen && takeProof(order.id);
    // What it was asked before is done or refused, because it names another revision.
    if (isReadSince) resume.endDoubt();
    if (!asSeen) return;
    const transfer = provenOf(order, account?.fingerprint ?? '');
    resume.press({ asSeen: proof ? { ...asSeen, proof } : asSeen, transfer });
  }
  return (
    <>
      {!isKept && (
        <Figures order={order} quote={shown} isRead={error !== null || quote !== undefined} />
      )}
      {like.sent && reason === 'sent-before' && (
        <p>
          <Trans>
            You sent it <Ago at={like.sent.created_at} />. If you send this one too, the recipient
            is paid twice.
          </Trans>
        </p>
      )}
      {!like.sent && reason === 'sent-before' && (
        <p>
          <Trans>
            We found one like it at the payment service. If it is yours and you send this one too,
            the recipient is paid twice.
          </Trans>
        </p>
      )}
      {like.unresolved && reason === 'identical-send-open' && (
        <p>
          <Trans>If both transfers go through, the recipient is paid twice.</Trans>
        </p>
      )}
      {account && isChanged(order, account) && (
        <Notice tone="wait" role="status" title={<Trans>The recipient’s details changed</Trans>}>
          <p>
            <Trans>Check the recipient on this page before you send.</Trans>
          </p>
          <Link to={paths.recipient(account.id)}>
            <Trans>Show recipient</Trans>
          </Link>
        </Notice>
      )}
      {resume.error && (isReadSince || !resume.isProofAsked) && (
        <NotResumed error={resume.error} isUnsure={resume.isUnsure} isReadSince={isReadSince} />
      )}
      {resume.isProofAsked && pressed && !isReadSince && (
        <Suspense>
          <StepUpDialog
            next={paths.sendOutcome(order.id)}
            transfer={pressed.transfer}
            again={isFailure(resume.error, 'step-up-refused')}
            onProof={(proof) => resume.press({ ...pressed, asSeen: { ...pressed.asSeen, proof } })}
            onClose={resume.closeProof}
          />
        </Suspense>
      )}
      <Button
        variant="main"
        wide
        pending={resume.pending}
        disabled={asSeen === undefined || isBlocked || !isOnline}
        aria-describedby={isHeldAgain && !isKept ? hintId : undefined}
        onClick={press}
      >
        <span>
          {isKept ? (
            <Trans>Keep it: sent on {day}</Trans>
          ) : hold?.held_seconds === 0 ? (
            <Trans>Send {sends} now</Trans>
          ) : (
            <Trans>Send {sends}</Trans>
          )}
        </span>
      </Button>
      {isHeldAgain && !isKept && (
        <p id={hintId} className={styles.hint}>
          <Trans>After Send you can stop it for {words(span(hold.held_seconds))}.</Trans>
        </p>
      )}
    </>
  );
}

/** Its day is still to come: it asks because a loss made it doubtful, and the answer is that it stays. */
const isToCome = ({ kind, release_at }: Order) =>
  kind !== 'held' && release_at !== null && Date.parse(release_at) > serverTime().getTime();

/** Never asked for: the query is off until the recipient is known. */
const noQuote = {
  destination_account_id: '',
  source_amount_cents: '',
  source_amount_currency: '',
  destination_amount_currency: '',
  country_id: '',
};

/** It was told on this page that the same was sent before. */
const isOfSent = (reason: string | null) => reason === 'sent-before' || reason === 'send-settled';

type SendsLike = ReturnType<typeof useSendsLike>;

/** The person's sends of the same figures, as far as they are in the way. */
function useSendsLike(order: Order) {
  const { data = [] } = useQuery({
    ...sendsLikeQuery({
      destination_account_id: order.destination_account_id,
      source_amount_cents: order.source_amount_cents.toString(),
      source_amount_currency: order.source_amount_currency,
      destination_amount_currency: order.destination_amount_currency,
    }),
    refetchInterval: refetchEveryMs,
  });
  return {
    underWay: data.some(({ state }) => isUnderWay(state)),
    unresolved: data.find(({ state }) => state === 'unresolved'),
    sent: data.find(({ state }) => state === 'sent'),
  };
}

/** Only a recipient that the page says has changed is accepted anew. */
const isChanged = (order: Order, { fingerprint }: DestinationAccount) =>
  fingerprint !== undefined && fingerprint !== order.destination_account_fingerprint;

/** The order as the page shows it now. */
function asSeenNow(
  order: Order,
  quote: Quote | undefined,
  account: DestinationAccount,
  { sent, unresolved }: SendsLike,
): ResumeRequest {
  const { revision, reason } = order;
  const shown = isToCome(order) ? undefined : quote;
  return {
    revision,
    ...(shown && {
      quote: {
        rate: shown.rate,
        destination_amount_cents: shown.destination_amount_cents,
        taken_at: shown.taken_at,
      },
    }),
    ...(isChanged(order, account) && { destination_account_fingerprint: account.fingerprint }),
    // Only what this page warned of.
    ...(sent && isOfSent(reason) && { after_sent: sent.key }),
    ...(unresolved && reason === 'identical-send-open' && { after_unresolved: unresolved.key }),
  };
}

/** What a proof is bound to, as on the check page: the transfer without its quote, and the key. */
const provenOf = (order: Order, destination_account_fingerprint: string) => ({
  key: order.id,
  destination_account_id: order.destination_account_id,
  destination_account_fingerprint,
  source_amount_cents: order.source_amount_cents,
  source_amount_currency: order.source_amount_currency,
  destination_amount_currency: order.destination_amount_currency,
});

/** What the page showed when it was pressed: behind a question it may be another one by now. */
type Pressed = { asSeen: ResumeRequest; transfer: ReturnType<typeof provenOf> };

function useResume({ id }: Order) {
  const client = useQueryClient();
  const { queryKey } = sendQuery(id);
  async function call({ asSeen }: Pressed) {
    // A read that began before would show it as it was.
    await client.cancelQueries({ queryKey, exact: true });
    return resumeOrder(id, asSeen);
  }
  return useOrderPress(['resume', id], call, {
    success: (answer) => {
      client.setQueryData(queryKey, answer);
    },
    error: () => client.invalidateQueries({ queryKey, exact: true }),
  });
}

type NotResumedProps = {
  error: Error;
  isUnsure: boolean;
  /** The page shows the order as it is since the press. */
  isReadSince: boolean;
};

/** Why the press sent nothing, as far as that is known. */
function NotResumed({ error, isUnsure, isReadSince }: NotResumedProps) {
  const failureMessage = useFailureMessage();
  if (isReadSince) {
    return (
      <Notice tone="wait" role="alert" title={<Trans>The transfer changed first</Trans>}>
        <p>
          <Trans>Check what it says now.</Trans>
        </p>
      </Notice>
    );
  }
  if (isUnsure) {
    return (
      <Notice tone="wait" role="alert" title={<Trans>We don’t know yet whether it goes out</Trans>}>
        <p>
          <Trans>Press the button again: it is sent only once.</Trans>
        </p>
        {isTellable(error) && <p>{failureMessage(error)}</p>}
      </Notice>
    );
  }
  if (isFailure(error, 'step-up-required', 'step-up-refused')) return null;
  return (
    <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
      <p>
        {isFailure(error, 'ledger-held') ? (
          <Trans>New transfers are paused while we check which earlier ones went through.</Trans>
        ) : (
          failureMessage(error)
        )}
      </p>
    </Notice>
  );
}

type FiguresProps = {
  order: Order;
  /** As it is now; undefined without a rate. */
  quote: Quote | undefined;
  /** The estimate was asked for, and came or failed. */
  isRead: boolean;
};

/** What the recipient would get, then and now. */
function Figures({ order, quote, isRead }: FiguresProps) {
  const { money, leadRate } = useMoney();
  const { dateTime } = useFormat();
  const { source_amount_currency: source, destination_amount_currency: destination } = order;
  const minimum = chosenMinimum(order);
  const figure = ({ destination_amount_cents, rate }: Pick<Quote, FigureOf>): ReactNode => (
    <>
      {verbatim(money(destination_amount_cents, destination))}
      <small>{verbatim(unbroken(leadRate(rate, source, destination)))}</small>
    </>
  );
  return (
    <dl className={styles.figures}>
      {order.quote && (
        <div>
          <dt>
            <Trans>You saw</Trans>
          </dt>
          <dd>
            {figure(order.quote)}
            <small>{dateTime(order.quote.taken_at)}</small>
          </dd>
        </div>
      )}
      <div>
        <dt>
          <Trans context="of an estimate">Now</Trans>
        </dt>
        <dd>
          {quote ? (
            <>
              {figure(quote)}
              <small>
                <Ago at={quote.taken_at} />
              </small>
            </>
          ) : isRead ? (
            <Trans>No rate right now</Trans>
          ) : (
            <Trans>Loading</Trans>
          )}
        </dd>
      </div>
      {minimum !== null && (
        <div>
          <dt>
            <Trans>Your minimum</Trans>
          </dt>
          <dd>{verbatim(money(minimum, destination))}</dd>
        </div>
      )}
    </dl>
  );
}

type FigureOf = 'destination_amount_cents' | 'rate';
