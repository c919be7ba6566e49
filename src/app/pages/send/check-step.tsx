import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import { isPayable } from '../../../contract/payable.ts';
import { accountQuery } from '../../api/accounts.ts';
import { type ApiError, isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { useMoney } from '../../i18n/use-money.ts';
import { useOnline } from '../../live/use-online.ts';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { CheckSummary } from './check-summary.tsx';
import { EarlierNotices } from './earlier-notices.tsx';
import { ElsewhereNotice } from './elsewhere-notice.tsx';
import { EstimateNotice } from './estimate-notice.tsx';
import { focusHeading } from './focus-heading.ts';
import { RecipientChanged } from './recipient-changed.tsx';
import { correctionOf, RecipientDoubtsNotice, useRecipientDoubts } from './recipient-doubts.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { type Missing, SendHint } from './send-hint.tsx';
import { type CheckSearch, quoteParams } from './send-search.ts';
import { type EarlierSends, useEarlierSends } from './use-earlier-sends.ts';
import { useSending } from './use-sending.ts';

const takeAgainEvery = 30_000;

export type CheckStepProps = {
  search: CheckSearch;
  /** An estimate that was taken before, in milliseconds, is no offer. */
  opened: number;
};

/** All that is going to be sent, to be read once more, and the button that sends it. */
export function CheckStep({ search, opened }: CheckStepProps) {
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
  // An older figure is no offer once the service has said that there is no rate.
  const isOffer = taken.dataUpdatedAt >= opened && !isFailure(taken.error, 'rate-not-available');
  const quote = isOffer ? taken.data : undefined;
  const [started, setStarted] = useState(search.quoted);
  if (started === undefined && quote) setStarted(quote.destination_amount_cents.toString());
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
    <div ref={focusHeading}>
      <Stack reading>
        <PageTitle>{t`Check before you send`}</PageTitle>
        <PageHead
          title={<Trans>Check before you send</Trans>}
          back={{ to: toRecipients, label: <Trans>Back</Trans> }}
        />
        <CheckSummary
          account={account}
          quote={quote}
          started={started}
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
        <ElsewhereNotice search={search} account={account} />
        <RecipientDoubtsNotice doubts={doubts} search={search} account={account} />
        <EstimateNotice
          search={search}
          quote={quote}
          error={taken.error}
          takeAgain={taken.refetch}
        />
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
      </Stack>
    </div>
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
