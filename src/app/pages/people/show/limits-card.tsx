import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { PersonLimits } from '../../../../contract/api/limits.ts';
import { readAmount } from '../../../../money/read-amount.ts';
import { writeAmount, writeMoney } from '../../../../money/write-amount.ts';
import { changePersonLimit, personLimitsQuery } from '../../../api/limits.ts';
import { settingsQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';
import { useSpanNames } from '../../../limits/use-span-names.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from '../people.module.css';

type PersonLimit = PersonLimits['items'][number];
type Limited = Pick<PersonLimit, 'currency' | 'subunit_to_unit'>;

/** A sender's limits, which an admin changes: a lower one counts at once, a higher one after 24 hours. */
export function LimitsCard({ user }: { user: string }) {
  const settings = useQueryClient().getQueryData(settingsQuery.queryKey);
  const isLimited = settings?.limits !== undefined;
  const { data } = useQuery({ ...personLimitsQuery(user), enabled: isLimited });
  const [asked, setAsked] = useState<PersonLimit | null>(null);
  const [saved, setSaved] = useState<PersonLimit | null>(null);
  if (!data) return null;
  const currencies = [...new Set(data.items.map(({ currency }) => currency))];
  return (
    <Card as="section" aria-labelledby="limits">
      <Stack gap="s3">
        <h2 id="limits">
          <Trans>Limits</Trans>
        </h2>
        {currencies.map((currency) => (
          <div key={currency}>
            <h3>{verbatim(currency)}</h3>
            <SummaryList>
              {data.items
                .filter((one) => one.currency === currency)
                .map((one) => (
                  <LimitRow key={one.span} limit={one} onChange={() => setAsked(one)} />
                ))}
            </SummaryList>
          </div>
        ))}
        <p role="status" className={styles.note}>
          {saved && <Saved limit={saved} />}
        </p>
      </Stack>
      {asked && (
        <ChangeDialog
          user={user}
          limit={asked}
          onClose={() => setAsked(null)}
          onSaved={(items) => setSaved(items.find(isSame(asked)) ?? null)}
        />
      )}
    </Card>
  );
}

const isSame = (one: PersonLimit) => (other: PersonLimit) =>
  one.currency === other.currency && one.span === other.span;

/** Writes an amount. An admin reads no currencies, so its divisor comes with the limit. */
function useWritten() {
  const { t } = useLingui();
  const { locale } = useFormat();
  return ({ currency, subunit_to_unit }: Limited, subunits: bigint | null): string => {
    if (subunits === null) return t`No limit`;
    if (subunit_to_unit === null) return t`${currency} ${subunits.toString()} subunits`;
    return writeMoney({ subunits, currency }, subunit_to_unit, locale);
  };
}

function LimitRow({ limit, onChange }: { limit: PersonLimit; onChange: () => void }) {
  const { t } = useLingui();
  const written = useWritten();
  const { currency } = limit;
  const name = useSpanNames()[limit.span];
  return (
    <SummaryRow
      term={name}
      note={
        <>
          {limit.own !== null ? (
            <Trans>Only this person</Trans>
          ) : (
            limit.operators !== null && <Trans>General limit</Trans>
          )}
          {limit.next && <Waiting limit={limit} next={limit.next} />}
        </>
      }
      action={
        <Button
          variant="quiet"
          aria-label={t`Change limit: ${currency}, ${name}`}
          onClick={onChange}
        >
          <Trans>Change</Trans>
        </Button>
      }
    >
      {verbatim(written(limit, limit.own ?? limit.operators))}
    </SummaryRow>
  );
}

type WaitingProps = { limit: PersonLimit; next: NonNullable<PersonLimit['next']> };

/** A raise that does not count yet. */
function Waiting({ limit, next }: WaitingProps) {
  const { whole } = useMoment();
  const [at, amount] = [whole(next.at), useWritten()(limit, next.amount ?? limit.operators)];
  return (
    <>
      <br />
      <Trans>
        From {at}: {amount}
      </Trans>
    </>
  );
}

function Saved({ limit: { next } }: { limit: PersonLimit }) {
  const { whole } = useMoment();
  if (!next) return <Trans>Saved. It counts now.</Trans>;
  const at = whole(next.at);
  return <Trans>Saved. It counts after 24 hours: {at}</Trans>;
}

type ChangeDialogProps = {
  user: string;
  limit: PersonLimit;
  onClose: () => void;
  onSaved: (items: PersonLimit[]) => void;
};

function ChangeDialog({ user, limit, onClose, onSaved }: ChangeDialogProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const written = useWritten();
  const name = useSpanNames()[limit.span];
  const form = useRef<HTMLFormElement>(null);
  const { currency, span, operators, own, next } = limit;
  // Without the service's divisor the subunits themselves are typed.
  const divisor = limit.subunit_to_unit ?? 1n;
  const inForce = own ?? operators;
  const [text, setText] = useState(inForce === null ? '' : writeAmount(inForce, divisor, locale));
  const [isWrong, setWrong] = useState(false);
  const change = useMutation({
    mutationFn: (amount: bigint | null) => changePersonLimit(user, { currency, span, amount }),
    onSuccess(answer) {
      client.setQueryData(personLimitsQuery(user).queryKey, answer);
      onSaved(answer.items);
      // Closed, not unmounted: the browser returns the focus.
      form.current?.closest('dialog')?.close();
    },
  });
  const example = writeAmount(1500n * divisor, divisor, locale);
  const amount = written(limit, operators);
  // In letters of twice their size the figure has a line of its own, and is not broken.
  const title = `${name}: ${written(limit, inForce)}`.replaceAll('\u00a0', ' ');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reading = readAmount(text, divisor, locale);
    setWrong(!reading.ok);
    if (reading.ok && !change.isPending) change.mutate(reading.subunits);
  }

  return (
    <Dialog title={verbatim(title)} onClose={onClose}>
      <form ref={form} method="post" noValidate onSubmit={submit}>
        <Stack gap="s3">
          <AmountField
            label={<Trans>New limit</Trans>}
            value={text}
            onChange={(typed) => {
              setText(typed);
              setWrong(false);
            }}
            currency={currency}
            error={isWrong && t`Enter the amount in figures, for example ${example}`}
            hint={t`A lower limit counts at once. A higher one counts after 24 hours, and the person is told now.`}
          />
          {own !== null && (
            <p>
              <Trans>General limit: {amount}</Trans>
            </p>
          )}
          {change.error && <p role="alert">{failureMessage(change.error)}</p>}
          <Row>
            <Button type="submit" variant="main" pending={change.isPending}>
              <Trans>Save limit</Trans>
            </Button>
            {next && (
              <Button pending={change.isPending} onClick={() => change.mutate(own)}>
                <Trans>Cancel the raise</Trans>
              </Button>
            )}
            {own !== null && (
              <Button pending={change.isPending} onClick={() => change.mutate(null)}>
                <Trans>Use general limit</Trans>
              </Button>
            )}
            <CloseDialogButton>
              <Trans>Close</Trans>
            </CloseDialogButton>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
