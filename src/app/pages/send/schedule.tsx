import { Trans } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OrderTerms } from '../../../contract/api/order.ts';
import { isOpenOrder } from '../../../contract/api/order-states.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import type { ScheduledOrder, ScheduleRequest } from '../../../contract/api/scheduled-order.ts';
import { accountsQuery } from '../../api/accounts.ts';
import { ApiError, isFailure } from '../../api/api-error.ts';
import { sendKeys } from '../../api/query-keys.ts';
import {
  scheduledKey,
  scheduledOrderQuery,
  scheduledOrdersQuery,
  scheduleOrder,
} from '../../api/scheduled-orders.ts';
import { sessionQuery } from '../../api/session.ts';
import { takeProof } from '../../auth/kept-proof.ts';
import { useHydrated } from '../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { timeZoneInUse } from '../../i18n/intl.ts';
import { words } from '../../i18n/trans.ts';
import { ReachedLimit } from '../../limits/reached-limit.tsx';
import { useCalendarWords } from '../../orders/next-dates.tsx';
import { isTellable, useOrderPress } from '../../orders/use-order-press.ts';
import { datesOf, useReadWhen, useRefusedFields, type When } from '../../orders/when.ts';
import { focusFault, WhenFields } from '../../orders/when-fields.tsx';
import { paths } from '../../router/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StillWaiting } from '../../ui/still-waiting.tsx';
import { dropNotesDraft } from './notes-draft.tsx';
import styles from './page.module.css';
import { type Missing, SendHint } from './send-hint.tsx';
import { type CheckSearch, scheduleKey } from './send-search.ts';
import { notesOf, provenOf, shownOf, useTakeRecipient } from './use-send.ts';
import type { WhenDraft } from './use-when.ts';

const StepUpDialog = lazy(async () => ({
  default: (await import('../../auth/step-up-dialog.tsx')).StepUpDialog,
}));

type ScheduleFieldsProps = { draft: WhenDraft; gets: bigint | undefined };

/** The days of a transfer that is sent later. */
export function ScheduleFields({ draft, gets }: ScheduleFieldsProps) {
  const zone = useOwnZone();
  return (
    <WhenFields
      when={draft.when}
      counted={{ zone }}
      faults={draft.faults}
      currency={draft.here.destination_amount_currency}
      gets={gets}
      onChange={draft.change}
    />
  );
}

/** The person's own time zone: as the server knows it while the page hydrates, and then the browser's. */
function useOwnZone(): string {
  const isHydrated = useHydrated();
  const known = isHydrated ? undefined : timeZoneInUse();
  return known ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type SchedulePressProps = {
  draft: WhenDraft;
  quote: Quote | undefined;
  /** Of the recipient as the person has read it. */
  fingerprint: string;
  missing: Missing | null;
  /** False if the person has to confirm a doubt first. */
  pass: () => boolean;
  /** What the person wrote for themselves. */
  written: () => { note: string | null; reference: string | null };
};

/** The button that schedules, and what came of it. It stands where Send does. */
export function SchedulePress({ draft, quote, missing, pass, ...about }: SchedulePressProps) {
  const { when, here } = draft;
  const zone = useOwnZone();
  const isHydrated = useHydrated();
  const readWhen = useReadWhen(here.destination_amount_currency);
  const schedule = useSchedule(draft);
  const { pressed, error } = schedule;

  function press() {
    if (!pass() || !quote) return;
    const { terms, faults } = readWhen(when, { zone });
    if (faults) {
      draft.setFaults(faults);
      return focusFault(faults);
    }
    const { key: id, ...transfer } = provenOf(here, about);
    const proof = takeProof(id);
    schedule.press({
      ...{ id, ...transfer, ...terms, quote: shownOf(quote), ...notesOf(about.written()) },
      ...(proof !== null && { proof }),
    });
  }

  return (
    <>
      {schedule.isProofAsked && pressed && (
        <Suspense>
          <StepUpDialog
            next={paths.send(here)}
            transfer={{ ...provenOf(here, about), order: termsOf(pressed) }}
            again={isFailure(error, 'step-up-refused')}
            submit={<Trans>Confirm and schedule</Trans>}
            onProof={(proof) => schedule.press({ ...pressed, proof })}
            onClose={schedule.closeProof}
          />
        </Suspense>
      )}
      {schedule.other && !schedule.pending ? (
        <OtherNotice order={schedule.other} here={here} />
      ) : (
        error &&
        !schedule.isProofAsked && (
          <NotScheduled {...schedule} error={error} cents={BigInt(here.source_amount_cents)} />
        )
      )}
      <Button
        variant="main"
        wide
        className={styles.send}
        pending={schedule.pending}
        disabled={missing !== null || !isHydrated}
        aria-describedby="send-hint"
        onClick={press}
      >
        {when.kind === 'once' ? (
          <Trans>Schedule transfer</Trans>
        ) : (
          <Trans>Schedule transfers</Trans>
        )}
      </Button>
      <SendHint id="send-hint" missing={missing}>
        <FirstDay when={when} zone={zone} />
      </SendHint>
      {schedule.pending && (
        <div className={styles.hint}>
          <StillWaiting since={schedule.pressedAt} />
        </div>
      )}
    </>
  );
}

const termsOf = ({ kind, days, floor }: ScheduleRequest): OrderTerms => ({ kind, days, floor });

/** Schedules under the key in the address, then leads to what is scheduled. */
function useSchedule({ here, when, setFaults }: WhenDraft) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const takeRecipient = useTakeRecipient(here);
  const refusedFields = useRefusedFields();
  // The order that an earlier press made, if the latest one did not save what it asked for.
  const [other, setOther] = useState<ScheduledOrder | null>(null);
  const [rest, setRest] = useState<string[]>([]);
  const schedule = useOrderPress(scheduleKey(here.key), scheduleOrder, {
    success({ order }) {
      void client.invalidateQueries({ queryKey: scheduledKey });
      void client.invalidateQueries({ queryKey: sendKeys.all });
      // Of an earlier press, and it has ended since.
      if (!isOpenOrder(order.state)) return setOther(order);
      // Their last recipient is another one now.
      void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
      // For the page that this leads to.
      void client.prefetchQuery(scheduledOrdersQuery);
      dropNotesDraft(client, here.key);
      return navigate(paths.scheduled(), { replace: true, state: { saved: true } });
    },
    async error(error, _asked, isAfterLost) {
      setRest([]);
      setOther(null);
      if (!(error instanceof ApiError)) return;
      if (isAfterLost || error.failure === 'key-reused') {
        const made = await client.fetchQuery(scheduledOrderQuery(here.key)).catch(() => null);
        setOther(made);
        if (made) return;
      }
      if (takeRecipient(error)) return;
      if (error.failure !== 'invalid-fields') return;
      const refused = refusedFields(error, when);
      setFaults(refused.faults);
      setRest(refused.rest);
      focusFault(refused.faults);
    },
  });
  return { ...schedule, rest, other: other?.id === here.key ? other : null };
}

type FirstDayProps = { when: When; zone: string };

function FirstDay({ when, zone }: FirstDayProps) {
  const { day } = useCalendarWords();
  const [first] = datesOf(when, { zone }, 1);
  if (!first) return <Trans>Nothing is sent now. You can stop it until its day.</Trans>;
  const on = words(day(first.shown.day));
  return when.kind === 'once' ? (
    <Trans>Sent on {on}. You can stop it until then.</Trans>
  ) : (
    <Trans>First one: {on}. You can stop it until then.</Trans>
  );
}

type NotScheduledProps = {
  error: Error;
  /** What is sent each time, in subunits. */
  cents: bigint;
  isUnsure: boolean;
  /** What the server refuses of no field here. */
  rest: string[];
  pressedAt: number;
};

/** Why nothing was scheduled, as far as that is known, and what to do. */
function NotScheduled({ error, cents, isUnsure, rest, pressedAt }: NotScheduledProps) {
  const failureMessage = useFailureMessage();
  const { dataUpdatedAt } = useSuspenseQuery(sessionQuery);
  // What the first press made could not be read.
  if (isFailure(error, 'key-reused')) {
    return (
      <Notice tone="wait" role="alert" title={<Trans>Your first press counts</Trans>}>
        <p>
          <Trans>What you changed since was not saved. Change it there.</Trans>
        </p>
        <ToScheduled />
      </Notice>
    );
  }
  if (isUnsure) {
    return (
      <Notice
        tone="wait"
        role="alert"
        title={<Trans>We don’t know yet whether it is scheduled</Trans>}
      >
        <p>
          <Trans>Press the button again: it is scheduled only once.</Trans>
        </p>
        {isTellable(error) && <p>{failureMessage(error)}</p>}
        {rest.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ToScheduled />
      </Notice>
    );
  }
  // Another notice of the page says it.
  if (isFailure(error, 'recipient-changed', 'recipient-archived')) return null;
  if (isFailure(error, 'not-signed-in')) {
    if (dataUpdatedAt <= pressedAt) return null;
    return (
      <Notice tone="wait" role="status" title={<Trans>Nothing was scheduled yet</Trans>}>
        <p>
          <Trans>You are signed in again. Press Schedule when you are ready.</Trans>
        </p>
      </Notice>
    );
  }
  if (isFailure(error, 'step-up-required', 'step-up-refused')) {
    return (
      <Notice tone="wait" role="status" title={<Trans>Nothing was scheduled yet</Trans>}>
        <p>
          <Trans>Press Schedule again, then confirm that it’s you.</Trans>
        </p>
      </Notice>
    );
  }
  if (isFailure(error, 'limit-reached')) {
    return (
      <Notice
        tone="wait"
        role="alert"
        title={<Trans>Nothing was scheduled: it is over your limit</Trans>}
      >
        <ReachedLimit limit={error.limit} cents={cents} />
      </Notice>
    );
  }
  const said = isFailure(error, 'invalid-fields') ? rest : [failureMessage(error)];
  if (said.length === 0) return null;
  return (
    <Notice tone="stop" role="alert" title={<Trans>Nothing was scheduled</Trans>}>
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

type OtherNoticeProps = { order: ScheduledOrder; here: CheckSearch };

/** What an earlier press made, also of another tab; what is filled in now was not saved. */
function OtherNotice({ order, here }: OtherNoticeProps) {
  const { day } = useCalendarWords();
  const on = order.next[0] && words(day(order.next[0].shown.day));
  if (isOpenOrder(order.state)) {
    return (
      <Notice tone="wait" role="alert" title={<Trans>Your first press is already scheduled</Trans>}>
        <p>
          <Trans>What you changed since was not saved. Change it there.</Trans>{' '}
          {on && <Trans>Its next transfer is on {on}.</Trans>}
        </p>
        <ToScheduled />
      </Notice>
    );
  }
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        order.state === 'stopped' ? (
          <Trans>Nothing is scheduled: your first press was stopped</Trans>
        ) : (
          <Trans>Nothing is scheduled: your first press has ended</Trans>
        )
      }
    >
      <p>
        <Trans>Check that transfer first. Then you can schedule a new one.</Trans>
      </p>
      <ButtonLink to={paths.sendOutcome(order.id)}>
        <Trans>Show that transfer</Trans>
      </ButtonLink>
      {/* Its key is used up; without one the check generates a new one. */}
      <ButtonLink to={paths.send({ ...here, key: undefined })}>
        <Trans>Schedule a new one</Trans>
      </ButtonLink>
    </Notice>
  );
}

function ToScheduled() {
  return (
    <ButtonLink to={paths.scheduled()}>
      <Trans>Show what is scheduled</Trans>
    </ButtonLink>
  );
}
