import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { keepsDue } from '../../../../contract/api/order-days.ts';
import { isOpenOrder } from '../../../../contract/api/order-states.ts';
import type { Asked } from '../../../../contract/api/pages.ts';
import type { ScheduledOrder } from '../../../../contract/api/scheduled-order.ts';
import type { TransferRequest } from '../../../../contract/api/transfer.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { RecipientChanged } from '../../../accounts/recipient-changed.tsx';
import { RecipientRows } from '../../../accounts/recipient-rows.tsx';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { scheduledOrderQuery } from '../../../api/scheduled-orders.ts';
import { takeProof } from '../../../auth/kept-proof.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useHydrated } from '../../../hydration/hydrated-part.tsx';
import { serverTime } from '../../../i18n/intl.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { isKnownZone } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { ChoiceGrid } from '../../../orders/choice-grid.tsx';
import { useCalendarWords } from '../../../orders/next-dates.tsx';
import {
  type Counted,
  datesOf,
  type OrderKind,
  useReadWhen,
  useRefusedFields,
  type When,
} from '../../../orders/when.ts';
import { focusFault, WhenFields } from '../../../orders/when-fields.tsx';
import { paths } from '../../../router/paths.ts';
import { PersonHead } from '../../../transfers/person-head.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SummaryList } from '../../../ui/summary-list.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ConflictNotice, NotSaved } from './not-saved.tsx';
import {
  type AskedChange,
  firstSent,
  passedOf,
  useEditDraft,
  useSave,
  useTypedAmount,
} from './use-edit.ts';

const StepUpDialog = lazy(async () => ({
  default: (await import('../../../auth/step-up-dialog.tsx')).StepUpDialog,
}));

/** Changes all of a scheduled transfer from its next day on, or one day of it. */
export function Page() {
  const { t } = useLingui();
  const { key, search } = useLoaderData<Asked>();
  const { data: current } = useSuspenseQuery(scheduledOrderQuery(key));
  const isEditable =
    current.days !== null && isOpenOrder(current.state) && current.colleague === undefined;
  // As it was when the page opened: a later read must not end what is being typed.
  const [wasEditable] = useState(isEditable);
  return (
    <Stack reading>
      <PageTitle>{t`Change scheduled transfer`}</PageTitle>
      <PageHead
        title={<Trans>Change scheduled transfer</Trans>}
        back={{ to: paths.scheduled(), label: <Trans>Scheduled</Trans> }}
      />
      {wasEditable ? (
        <EditOrder key={key} order={current} day={search.get('day') ?? ''} />
      ) : (
        <Notice tone="wait" title={<Trans>This transfer can’t be changed any more</Trans>}>
          <p>
            {current.colleague === undefined ? (
              <Trans>It was sent or stopped.</Trans>
            ) : (
              <Trans>Only the person who scheduled it can change it.</Trans>
            )}
          </p>
          <ButtonLink to={paths.sendOutcome(key)}>
            <Trans>Show that transfer</Trans>
          </ButtonLink>
        </Notice>
      )}
    </Stack>
  );
}

type EditOrderProps = { order: ScheduledOrder; day: string };

function EditOrder({ order: current, day }: EditOrderProps) {
  const { t } = useLingui();
  // As it was when the page opened, or as the person was told of it since.
  const [order, setOrder] = useState(current);
  const { data: account } = useSuspenseQuery(accountQuery(order.destination_account_id));
  // What the person has read is what they approve, whatever is read since.
  const [read, setRead] = useState(account);
  const isOther = account.fingerprint !== read.fingerprint;
  const { draft, change, changeKind, changeWhen, rebase, drop } = useEditDraft(order, day);
  const { cents, quote } = useTypedAmount(order, draft.amount, account);
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const isOne = draft.day !== '';
  const when: When = isOne ? draft.one : draft.all;
  const counted = countedOf(order, when);
  const { source_amount_currency: source, destination_amount_currency: currency } = order;
  const { terms, faults } = useReadWhen(currency)(when, counted);
  const refusedFields = useRefusedFields();
  const save = useSave(order, {
    saved: drop,
    changed(now) {
      rebase(order, now);
      setOrder(now);
    },
    error(error) {
      setShown(false);
      if (isFailure(error, 'invalid-fields')) focusFault(refusedFields(error, when).faults);
    },
  });
  // What is typed anew is not what was refused.
  const [asked, setAsked] = useState<When | null>(null);
  const refused = isFailure(save.error, 'invalid-fields')
    ? refusedFields(save.error, asked ?? when)
    : null;
  const shown = isShown ? (faults ?? {}) : (asked === when && refused?.faults) || {};

  /** The notice of the change says it, and what was accepted since is not what was refused. */
  const isToldOf = (error: Error) =>
    isFailure(error, 'recipient-changed') &&
    !save.isUnsure &&
    (isOther || save.pressed?.transfer.destination_account_fingerprint !== read.fingerprint);

  function press() {
    setShown(true);
    if (faults) return focusFault(faults);
    if (cents === null) return document.getElementById(amountId)?.focus();
    setAsked(when);
    const transfer = transferOf(order, read, cents);
    const shownQuote = quote && {
      ...{ rate: quote.rate, taken_at: quote.taken_at },
      destination_amount_cents: quote.destination_amount_cents,
    };
    const proof = takeProof(keyOf(order, draft));
    save.press({
      transfer: {
        ...transfer,
        ...(shownQuote && { quote: shownQuote }),
        ...(proof !== null && { proof }),
      },
      ...{ terms, day: draft.day, id: draft.id },
    });
  }

  return (
    <>
      <Card as="section">
        <Stack>
          <Recipient account={read} />
          <TextField
            id={amountId}
            inputMode="decimal"
            autoComplete="off"
            label={<Trans>You send ({source})</Trans>}
            value={draft.amount}
            onChange={(amount) => change(() => ({ amount }))}
            error={isShown && cents === null && t`Enter an amount.`}
            hint={quote && <Gets cents={quote.destination_amount_cents} currency={currency} />}
          />
        </Stack>
      </Card>
      <Card as="section">
        <Stack>
          {order.kind !== 'once' && (
            <Scope
              order={order}
              day={draft.day}
              onChange={(next) =>
                change(({ one }) => ({
                  day: next,
                  one: { ...one, first_day: next || one.first_day },
                }))
              }
            />
          )}
          {!isOne && <KindChoice kind={when.kind} onChange={changeKind} />}
          <WhenFields
            when={when}
            counted={counted}
            isRest={order.kind !== 'once'}
            faults={shown}
            currency={currency}
            gets={quote?.destination_amount_cents}
            onChange={changeWhen}
          />
        </Stack>
      </Card>
      {order.destination_account_fingerprint !== read.fingerprint && !isOther && (
        <Notice tone="wait" title={<Trans>The recipient’s details changed</Trans>}>
          <p>
            <Trans>Check the recipient on this page before you save.</Trans>
          </p>
        </Notice>
      )}
      {isOther && (
        <RecipientChanged
          before={read}
          now={account}
          isNews={isFailure(save.error, 'recipient-changed') && !save.isUnsure}
          nothingDone={<Trans>Nothing was changed: the recipient’s details changed</Trans>}
          onAccept={() => setRead(account)}
        />
      )}
      {order.waits_for === 'person' && !isOne && (
        <Notice tone="wait" title={<Trans>It is paused, and goes on when you save</Trans>} />
      )}
      {!isOne && <DueNotice order={order} when={when} counted={counted} />}
      {save.isProofAsked && save.pressed && (
        <Suspense>
          <StepUpDialog
            next={paths.editScheduled(order.id, { day: draft.day || undefined })}
            transfer={provenOf(order, save.pressed)}
            again={isFailure(save.error, 'step-up-refused')}
            submit={<Trans>Confirm and save</Trans>}
            onProof={(proof) => save.pressed && save.press(withProof(save.pressed, proof))}
            onClose={save.closeProof}
          />
        </Suspense>
      )}
      {save.conflict && <ConflictNotice {...save.conflict} />}
      {save.error && !save.isProofAsked && !save.conflict && !isToldOf(save.error) && (
        <NotSaved error={save.error} isUnsure={save.isUnsure} rest={refused?.rest} />
      )}
      <Button
        variant="main"
        wide
        pending={save.pending}
        disabled={!isHydrated || isOther}
        onClick={press}
      >
        <Trans>Save changes</Trans>
      </Button>
    </>
  );
}

const amountId = 'order-amount';

/** The days go on to be counted from where they were, as the server does, unless the person chooses others. */
function countedOf(order: ScheduledOrder, { kind, first_day }: When): Counted {
  const { days, first_occurrence, occurrence, skipped } = order;
  if (days === null) return { zone: 'UTC' };
  const isNext = first_day === firstSent(order)?.day || first_day === days.first_day;
  if (kind === 'once' || kind !== order.kind || !isNext) return { zone: days.zone };
  const numbers = { first_occurrence, occurrence, passed: passedOf(order), skipped };
  const since = { first_day: days.first_day, ...numbers, keepsDue: keepsDue(order) };
  return { zone: days.zone, since };
}

type DueNoticeProps = { order: ScheduledOrder; when: When; counted: Counted };

/** What becomes of a day that is due and not sent yet, or that the new time makes due. */
function DueNotice({ order: { next, waits_for }, when, counted }: DueNoticeProps) {
  const words = useCalendarWords();
  const now = serverTime().getTime();
  const [first] = datesOf(when, counted, 1);
  if (first && first.at <= now) {
    const day = words.day(first.day);
    return (
      <Notice tone="wait" title={<Trans>We send the transfer of {day} when you save</Trans>} />
    );
  }
  const [due] = next;
  const isLeft = due && waits_for === 'time' && Date.parse(due.at) <= now;
  if (!isLeft || first?.day === due.day || !isKnownZone(counted.zone)) return null;
  const day = words.day(due.day);
  return <Notice tone="wait" title={<Trans>We skip the transfer of {day} when you save</Trans>} />;
}

const keyOf = (order: ScheduledOrder, { day, id }: Pick<AskedChange, 'day' | 'id'>) =>
  day === '' ? order.id : id;

/** What is sent, with the recipient as this page shows it, and what its maker wrote. */
function transferOf(
  order: ScheduledOrder,
  account: DestinationAccount,
  source_amount_cents: bigint,
): TransferRequest {
  return {
    destination_account_id: order.destination_account_id,
    destination_account_fingerprint: account.fingerprint ?? '',
    source_amount_cents,
    source_amount_currency: order.source_amount_currency,
    destination_amount_currency: order.destination_amount_currency,
    ...(order.note !== undefined && { note: order.note }),
    ...(order.reference !== undefined && { reference: order.reference }),
  };
}

/** What a proof is bound to: the transfer without its quote, its days and floor, and the key. */
function provenOf(order: ScheduledOrder, asked: AskedChange) {
  const {
    quote: _quote,
    proof: _proof,
    note: _note,
    reference: _reference,
    ...transfer
  } = asked.transfer;
  return { ...transfer, key: keyOf(order, asked), order: asked.terms };
}

const withProof = (asked: AskedChange, proof: string): AskedChange => ({
  ...asked,
  transfer: { ...asked.transfer, proof },
});

/** As the check page shows them: with this page their details are approved. */
function Recipient({ account }: { account: DestinationAccount }) {
  const { id, alias, country } = account;
  return (
    <>
      <PersonHead
        avatar={<Avatar id={id} alias={alias} code={country?.code} />}
        name={verbatim(alias)}
      />
      <SummaryList ends>
        <RecipientRows account={account} toCorrection={paths.recipient(id)} />
      </SummaryList>
    </>
  );
}

function Gets({ cents, currency }: { cents: bigint; currency: string }) {
  const { money } = useMoney();
  const gets = money(cents, currency);
  return <Trans>The recipient gets about {gets} at today’s rate.</Trans>;
}

type KindChoiceProps = { kind: OrderKind; onChange: (kind: OrderKind) => void };

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const { t } = useLingui();
  return (
    <ChoiceGrid
      label={<Trans>When</Trans>}
      value={kind}
      options={[
        { value: 'once', label: t`On a day` },
        { value: 'weekly', label: t`Every week` },
        { value: 'monthly', label: t`Every month` },
      ]}
      onChange={onChange}
    />
  );
}

type ScopeProps = {
  order: ScheduledOrder;
  /** '' for all. */
  day: string;
  onChange: (day: string) => void;
};

/** All from the next day on, or one of the next days. */
function Scope({ order: { next }, day, onChange }: ScopeProps) {
  const { t } = useLingui();
  const words = useCalendarWords();
  const first = next[0]?.day;
  if (first === undefined) return null;
  // One that was sent or skipped since stays chosen until the person chooses another.
  const days = [...new Set([...next.map((one) => one.day), day])].filter(Boolean).sort();
  return (
    <>
      <ChoiceGrid
        label={<Trans>Change</Trans>}
        value={day === '' ? 'all' : 'one'}
        options={[
          { value: 'all', label: t`All from here` },
          { value: 'one', label: t`This one only` },
        ]}
        onChange={(scope) => onChange(scope === 'all' ? '' : first)}
      />
      {day !== '' && (
        <SelectField
          label={<Trans>Which one</Trans>}
          value={day}
          options={days.map((one) => ({ value: one, label: words.day(one) }))}
          onChange={onChange}
        />
      )}
    </>
  );
}
