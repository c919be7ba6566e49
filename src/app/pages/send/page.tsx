import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { BringBackButton } from '../../accounts/mark-account.tsx';
import { RecipientChanged } from '../../accounts/recipient-changed.tsx';
import { accountQuery } from '../../api/accounts.ts';
import { type ApiError, isFailure } from '../../api/api-error.ts';
import { holdQuery } from '../../api/hold.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { settingsQuery } from '../../api/session.ts';
import { stepUpQuery } from '../../api/step-up.ts';
import { hasProof, takeProof } from '../../auth/kept-proof.ts';
import { NoSecondFactor } from '../../auth/no-second-factor.tsx';
import { PageTitle } from '../../brand/page-title.tsx';
import { useHydrated } from '../../hydration/hydrated-part.tsx';
import { words } from '../../i18n/trans.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useSpan } from '../../i18n/use-span.ts';
import { useOnline } from '../../live/use-online.ts';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { StillWaiting } from '../../ui/still-waiting.tsx';
import { CheckSummary } from './check-summary.tsx';
import { EarlierNotices, type EarlierSends, useEarlierSends } from './earlier-sends.tsx';
import { EstimateNotice } from './estimate-notice.tsx';
import type { SendStep } from './loader.ts';
import { NotesPart, useNotesDraft } from './notes-draft.tsx';
import styles from './page.module.css';
import {
  CountryMismatchNotice,
  correctionOf,
  RecipientDoubtsNotice,
  useRecipientDoubts,
} from './recipient-doubts.tsx';
import { RecipientStep } from './recipient-step.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { SendHint, whatIsMissing } from './send-hint.tsx';
import { type CheckSearch, quoteParams, quoteSearchOf } from './send-search.ts';
import { isProofAsked, provenOf, useSend } from './use-send.ts';
import { useWhen } from './use-when.ts';
import { LaterPress, WhenPart } from './when-part.tsx';

const StepUpDialog = lazy(async () => ({
  default: (await import('../../auth/step-up-dialog.tsx')).StepUpDialog,
}));

/** Chooses the recipient, then checks and sends. */
export function Page() {
  const at = useLoaderData<SendStep>();
  const isCheck = at.step === 'check';
  return (
    // A key for each step, so that React calls the ref when the step appears.
    <div key={isCheck ? at.search.key : at.step} ref={focusHeading}>
      <Stack reading>
        {isCheck ? (
          <CheckStep asked={at.search} opened={at.opened} returned={at.returned} />
        ) : (
          <RecipientStep search={at.search} />
        )}
      </Stack>
    </div>
  );
}

/** The steps share a path, so the pressed link disappears without a page change and focus is lost. */
function focusHeading(step: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  step?.querySelector('h1')?.focus({ preventScroll: true });
}

const refetchEveryMs = 30_000;

type CheckStepProps = {
  /** The address as it was opened. */
  asked: CheckSearch;
  /** When the check was opened, in milliseconds since 1970: older estimates are not used. */
  opened: number;
  /** How a proof at the OpenID provider ended. */
  returned: Extract<SendStep, { step: 'check' }>['returned'];
};

/** Everything that will be sent, to check once more, and the Send button. */
function CheckStep({ asked, opened, returned }: CheckStepProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const when = useWhen(asked);
  const { isNow, here: search } = when;
  const { data: account } = useSuspenseQuery(accountQuery(search.destination_account_id));
  const isHydrated = useHydrated();
  // The recipient as the person has read it; Send is refused if it has changed since.
  const [read, setRead] = useState(account);
  const changed = read.fingerprint !== account.fingerprint;
  const { send, pending, pressed, refusal, pressedAt } = useSend(search);
  const notes = useNotesDraft(search.key);
  const estimate = useQuery({
    ...quoteQuery(quoteParams(search, account)),
    // The loader is fetching it or has just failed. An older estimate is refetched.
    staleTime: ({ state }) => (state.dataUpdatedAt < opened ? 0 : refetchEveryMs),
    retryOnMount: false,
    refetchInterval: pending ? false : refetchEveryMs,
  });
  const earlier = useEarlierSends(search, pending);
  const latest = estimate.dataUpdatedAt >= opened ? estimate.data : undefined;
  // Once the service says that there is no rate, an older estimate is void.
  const quote = isFailure(estimate.error, 'rate-not-available') ? undefined : latest;
  const isOnline = useOnline();
  const doubts = useRecipientDoubts(account, search);
  const { data: need } = useQuery(stepUpQuery(search));
  const { data: hold } = useQuery(holdQuery(account));
  const hasNoFactor = need?.needed === true && need.methods.length === 0;
  const factor = hasNoFactor ? (need.counts_from ? 'new-factor' : 'factor') : null;
  // The press whose question for a proof the person closed.
  const [closed, setClosed] = useState(0);
  const isAsked = refusal !== null && isProofAsked(refusal) && closed !== pressedAt;
  const missing = whatIsMissing({
    ...{ isOnline, changed, account, quote, factor },
    earlier: isNow ? earlier : undefined,
  });
  const sends = money(BigInt(search.source_amount_cents), search.source_amount_currency);
  // Tells the BFF which earlier sends the page showed when Send was pressed.
  const after = { after_unresolved: earlier.again, after_sent: earlier.sent?.key ?? null };
  const press = () =>
    doubts.pass() &&
    quote &&
    send({
      ...{ quote, fingerprint: read.fingerprint ?? '', ...after, ...notes.written() },
      proof: takeProof(search.key),
    });
  // A pressed button that disappears with its notice takes the focus with it.
  const focusTitle = () => document.querySelector('h1')?.focus();
  function accept() {
    focusTitle();
    setRead(account);
  }
  const toRecipients = paths.send({ ...search, destination_account_id: undefined, key: undefined });

  return (
    <>
      <PageTitle>{t`Check before you send`}</PageTitle>
      <PageHead
        title={<Trans>Check before you send</Trans>}
        back={{ to: paths.quote(quoteSearchOf(search)), label: <Trans>Change amount</Trans> }}
      />
      <CheckSummary
        account={account}
        latest={latest}
        quote={quote}
        isLoading={estimate.isFetching}
        search={search}
        isNow={isNow}
        sends={sends}
        toRecipients={toRecipients}
        toCorrection={correctionOf(account, search)}
      />
      <WhenPart draft={when} gets={quote?.destination_amount_cents} />
      <NotesPart draft={notes} />
      {account.archived && (
        <ArchivedNotice
          account={account}
          isNews={refusal?.failure === 'recipient-archived'}
          onBack={focusTitle}
        />
      )}
      {changed && (
        <RecipientChanged
          before={read}
          now={account}
          isNews={refusal?.failure === 'recipient-changed'}
          nothingDone={<Trans>Nothing was sent: the recipient’s details changed</Trans>}
          onAccept={accept}
        />
      )}
      {/* A doubt about the currency says it too, and has the same link. */}
      {doubts.inCurrency.length === 0 && (
        <CountryMismatchNotice search={search} account={account} />
      )}
      <RecipientDoubtsNotice doubts={doubts} search={search} account={account} />
      {isNow && (
        <EarlierNotices
          earlier={earlier}
          sends={sends}
          alias={account.alias}
          refusedFor={refusal?.failure === 'sent-before' ? refusal.sendKey : undefined}
        />
      )}
      {/* Below the boxes to tick, because it comes later than they do. */}
      <EstimateNotice
        search={search}
        quote={quote}
        error={estimate.error}
        refetch={estimate.refetch}
      />
      {hasNoFactor && <NoSecondFactor next={paths.send(search)} countsFrom={need.counts_from} />}
      {pressedAt === 0 && <ReturnNotice returned={returned} sendKey={search.key} isNow={isNow} />}
      {isNow ? (
        <>
          {isAsked && pressed && (
            <Suspense>
              <StepUpDialog
                next={paths.send(search)}
                transfer={provenOf(search, pressed)}
                again={refusal.failure === 'step-up-refused'}
                onProof={(proof) => send({ ...pressed, proof })}
                onClose={() => setClosed(pressedAt)}
              />
            </Suspense>
          )}
          {refusal && !isAsked && !isTold(refusal, earlier) && (
            <RefusalNotice error={refusal} pressedAt={pressedAt} search={search} />
          )}
          <Button
            variant="main"
            wide
            className={styles.send}
            pending={pending}
            // A press before hydration would do nothing.
            disabled={missing !== null || !isHydrated}
            aria-describedby="send-hint"
            onClick={press}
          >
            <span>
              <Trans>Send {sends}</Trans>
            </span>
          </Button>
          <SendHint id="send-hint" missing={missing}>
            <PressedNow holdSeconds={hold?.held_seconds ?? 0} />
          </SendHint>
          {pending && (
            <div className={styles.hint}>
              <StillWaiting since={pressedAt} />
            </div>
          )}
        </>
      ) : (
        <LaterPress
          draft={when}
          quote={quote}
          fingerprint={read.fingerprint ?? ''}
          missing={missing}
          pass={doubts.pass}
          written={notes.written}
        />
      )}
    </>
  );
}

/** Whether another notice already says it. */
function isTold(refusal: ApiError, { underWay, unresolved, sent }: EarlierSends): boolean {
  const { failure } = refusal;
  if (failure === 'recipient-changed' || failure === 'recipient-archived') return true;
  if (failure === 'sent-before') return sent?.key === refusal.sendKey;
  if (failure !== 'identical-send-open') return false;
  return underWay !== undefined || unresolved.length > 0 || sent !== undefined;
}

type ArchivedNoticeProps = {
  account: DestinationAccount;
  /** Send was refused, because it was archived after this page had read it. */
  isNews: boolean;
  onBack: () => void;
};

/** Nothing is sent to an archived recipient. */
function ArchivedNotice({ account, isNews, onBack }: ArchivedNoticeProps) {
  const { alias } = account;
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        isNews ? (
          <Trans>Nothing was sent: {alias} is archived</Trans>
        ) : (
          <Trans>{alias} is archived</Trans>
        )
      }
    >
      <p>
        <Trans>Restore the recipient if you want to send.</Trans>
      </p>
      <BringBackButton account={account} onDone={onBack} />
    </Notice>
  );
}

type ReturnNoticeProps = Pick<CheckStepProps, 'returned'> & { sendKey: string; isNow: boolean };

/** How the person's proof at the OpenID provider ended. They press Send themselves: no address moves money. */
function ReturnNotice({ returned, sendKey, isNow }: ReturnNoticeProps) {
  // Only the browser knows whether this tab has the proof.
  const isHydrated = useHydrated();
  if (returned === null || !isHydrated) return null;
  if (returned === 'given' && hasProof(sendKey)) {
    return (
      <Notice tone="done" role="status" title={<Trans>Nothing was sent yet</Trans>}>
        <p>
          {isNow ? (
            <Trans>You confirmed that it’s you. Press Send within 5 minutes.</Trans>
          ) : (
            <Trans>You confirmed that it’s you. Press Schedule within 5 minutes.</Trans>
          )}
        </p>
      </Notice>
    );
  }
  if (returned === 'given') return null;
  return (
    <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
      <p>
        {returned === 'unsupported' ? (
          <Trans>Your sign-in provider can’t confirm that it’s you. Ask your administrator.</Trans>
        ) : (
          <Trans>Your organisation did not confirm that it’s you. Press Send to try again.</Trans>
        )}
      </p>
    </Notice>
  );
}

/** @param holdSeconds for how long it can be stopped after Send; 0 if it is sent at once */
function PressedNow({ holdSeconds }: { holdSeconds: number }) {
  const span = useSpan();
  const { data: settings } = useQuery(settingsQuery);
  return (
    <>
      {holdSeconds > 0 ? (
        <Trans>
          After Send you can stop it for {words(span(holdSeconds))}. Sent once, even if your
          connection drops.
        </Trans>
      ) : (
        <Trans>Sent once, even if your connection drops. It can’t be cancelled.</Trans>
      )}
      {settings?.approvals && (
        <>
          {' '}
          <Trans>A large one is sent once somebody else approves it.</Trans>
        </>
      )}
    </>
  );
}
