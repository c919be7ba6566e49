import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import type { CaseOrder, CaseQueue, QueuedCase } from '../../../../contract/api/case-queue.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { caseOrderOf, caseQueueQuery } from '../../../api/case-queue.ts';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart, useEarlyEntry } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { casePath, FromSender, fromCases } from '../../../transfers/from-sender.tsx';
import { useReturnFocus } from '../../../transfers/use-return-focus.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RowLink } from '../../../ui/record-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SupportTabs } from '../support-tabs.tsx';
import styles from './cases.module.css';
import { Chosen } from './chosen.tsx';

/** What support has to decide about or opened a case for: since when, how much, and who works on it. */
export function Page() {
  const { t } = useLingui();
  return (
    <Stack gap="s5">
      <PageTitle>{t`Cases`}</PageTitle>
      <Stack gap="s3">
        <PageHead title={<Trans>Cases</Trans>} />
        <SupportTabs />
      </Stack>
      <HydratedApart>
        <Queue />
      </HydratedApart>
    </Stack>
  );
}

function Queue() {
  const restoreFocus = useReturnFocus();
  const order = useLoaderData<CaseOrder>();
  const failureMessage = useFailureMessage();
  const { data: queue, error } = useQuery(caseQueueQuery(order));
  return (
    <Stack key={queue ? 'found' : 'loading'} ref={restoreFocus}>
      {queue && queue.total > 1 && <Order order={order} />}
      <p role="status" className={styles.quiet}>
        {queue && <Counts queue={queue} />}
      </p>
      {error && (
        <Notice tone="stop" role="alert" title={<Trans>We couldn’t load the cases</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      {!queue && !error && <Skeleton lines={6} />}
      {queue?.total === 0 && (
        <EmptyState title={<Trans>No open cases</Trans>}>
          <p>
            <Trans>
              A transfer that needs your review will appear here. You can also open a case on any
              transfer.
            </Trans>
          </p>
        </EmptyState>
      )}
      {queue && <Groups queue={queue} order={order} />}
    </Stack>
  );
}

function Order({ order }: { order: CaseOrder }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <ChoiceChips
      label={t`Order`}
      labelHidden
      value={order}
      options={[
        { value: 'oldest', label: t`Oldest first` },
        { value: 'newest', label: t`Newest first` },
        { value: 'amount', label: t`Largest amount` },
      ]}
      onChange={(value) =>
        void navigate(paths.cases({ order: caseOrderOf(value) }), {
          replace: true,
          preventScrollReset: true,
        })
      }
    />
  );
}

function Counts({ queue: { total, late, items, review_within_hours: hours } }: QueueProps) {
  const { whole } = useFormat();
  const [some, all] = [whole(items.length), whole(total)];
  if (total === 0) return null;
  return (
    <>
      <Plural value={total} one="# case is open." other="# cases are open." />{' '}
      {late > 0 && (
        <>
          <Plural
            value={late}
            one={`# is older than ${hours} h.`}
            other={`# are older than ${hours} h.`}
          />{' '}
        </>
      )}
      {items.length < total && (
        <Trans>
          Showing {some} of {all}
        </Trans>
      )}
    </>
  );
}

type QueueProps = { queue: CaseQueue };

type OrderedProps = QueueProps & { order: CaseOrder };

/** The cases to work on, those that wait, and what can be done with several of them. */
function Groups({ queue, order }: OrderedProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const [keys, setKeys] = useState<readonly string[]>([]);
  const chosen = queue.items.filter(({ key }) => keys.includes(key));
  const open = queue.items.filter(({ waits }) => waits === null);
  const waiting = queue.items.filter(({ waits }) => waits !== null);
  const isSupport = user.role === 'support';
  const rows = {
    order,
    keys,
    onChoose: isSupport ? choose : undefined,
  };

  function choose(key: string, isChosen: boolean) {
    setKeys(isChosen ? [...keys, key] : keys.filter((one) => one !== key));
  }

  return (
    <>
      {open.length > 0 && <Rows {...rows} items={open} />}
      {waiting.length > 0 && <Rows {...rows} items={waiting} doWait />}
      {isSupport && <Chosen queue={queue} chosen={chosen} onChoose={setKeys} />}
    </>
  );
}

type RowsProps = Pick<OrderedProps, 'order'> & {
  items: readonly QueuedCase[];
  /** The keys of the chosen ones. */
  keys: readonly string[];
  onChoose: ((key: string, isChosen: boolean) => void) | undefined;
  doWait?: boolean;
};

function Rows({ items, order, keys, onChoose, doWait = false }: RowsProps) {
  const { t } = useLingui();
  const headingId = useId();
  return (
    <Stack as="section" gap="s2">
      {doWait && (
        <h2 id={headingId}>
          <Trans>Waiting</Trans>
        </h2>
      )}
      <Card flush>
        {!doWait && <ColumnNames />}
        <ul
          {...(doWait ? { 'aria-labelledby': headingId } : { 'aria-label': t`Cases` })}
          className={styles.list}
        >
          {items.map((one) => (
            <CaseRow
              key={one.key}
              one={one}
              order={order}
              isChosen={keys.includes(one.key)}
              onChoose={onChoose}
            />
          ))}
        </ul>
      </Card>
    </Stack>
  );
}

/** On a wide screen. Each row says the same in words. */
function ColumnNames() {
  return (
    <div className={styles.head} aria-hidden="true">
      <span>
        <Trans>Transfer</Trans>
      </span>
      <span>
        <Trans>Open since</Trans>
      </span>
      <span>
        <Trans>Who has it</Trans>
      </span>
      <span className={styles.end}>
        <Trans>Amount</Trans>
      </span>
    </div>
  );
}

type CaseRowProps = Pick<RowsProps, 'order' | 'onChoose'> & {
  one: QueuedCase;
  isChosen: boolean;
};

function CaseRow({ one, order, isChosen, onChoose }: CaseRowProps) {
  const { money } = useMoney();
  const { alias, sender, look_alikes, proposed, opened } = one;
  const state = fromCases(order);
  return (
    <li className={styles.row}>
      <div className={styles.transfer}>
        {onChoose && (
          <Choice one={one} isChosen={isChosen} onChange={(is) => onChoose(one.key, is)} />
        )}
        <Avatar id={one.destination_account_id} alias={alias} code={one.country_code} />
        <div className={styles.words}>
          <p className={styles.title}>
            <RowLink to={casePath(one)} state={state}>
              {alias ? (
                <Trans>To {alias}</Trans>
              ) : (
                <Trans>To recipient {one.destination_account_id}</Trans>
              )}
            </RowLink>
          </p>
          {sender && (
            <p className={styles.note}>
              <FromSender sender={sender} state={state} />
            </p>
          )}
          {opened && (
            <p className={styles.note}>
              {opened.came_back ? (
                <Trans>Back: transfer {one.key} changed</Trans>
              ) : opened.slow ? (
                <Trans>Transfer {one.key} is slower than 95 in 100</Trans>
              ) : (
                <Trans>Opened for transfer {one.key}</Trans>
              )}
            </p>
          )}
          {proposed && (
            <p className={styles.note}>
              <Trans>Waits for a second person</Trans>
            </p>
          )}
          {look_alikes.length > 0 && (
            <p className={styles.note}>
              <Trans>A transfer like this one turned up later: {look_alikes.join(', ')}</Trans>
            </p>
          )}
        </div>
      </div>
      <p className={styles.since}>
        <Ago at={one.since} />
        <WaitsUntil one={one} />
        {one.is_late && (
          <span className={styles.late}>
            <Icon name="warning" />
            <Trans context="of a case">Late</Trans>
          </span>
        )}
      </p>
      <p className={styles.holder}>
        <Holder one={one} />
      </p>
      <p className={styles.amount}>
        {verbatim(money(one.source_amount_cents, one.source_amount_currency))}
      </p>
    </li>
  );
}

type ChoiceProps = Pick<CaseRowProps, 'one' | 'isChosen'> & { onChange: (is: boolean) => void };

function Choice({ one, isChosen, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const id = useId();
  const alias = one.alias ?? one.destination_account_id;
  const amount = money(one.source_amount_cents, one.source_amount_currency);
  useEarlyEntry(id, isChosen ? 'on' : '', (entered) => onChange(entered === 'on'));
  return (
    <label className={styles.choice}>
      <input
        id={id}
        type="checkbox"
        aria-label={t`Choose ${alias}, ${amount}`}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

function WaitsUntil({ one: { waits } }: Pick<CaseRowProps, 'one'>) {
  const { brief } = useMoment();
  if (waits === null) return null;
  const time = waits.until === null ? null : brief(waits.until);
  return (
    <span className={styles.waits}>
      <Icon name="clock" />
      {time === null ? <Trans>Until it changes</Trans> : <Trans>Until {time}</Trans>}
    </span>
  );
}

function Holder({ one: { assignee } }: Pick<CaseRowProps, 'one'>) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (assignee === null) return <Trans>Nobody has it</Trans>;
  if (assignee.id === user.id) {
    return (
      <b>
        <Trans>Your case</Trans>
      </b>
    );
  }
  const name = verbatim(assignee.name);
  return <Trans>{name} has it</Trans>;
}
