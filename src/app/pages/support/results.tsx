import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { accountQuery } from '../../api/accounts.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { Freshness } from '../../live/freshness.tsx';
import { MissingNotice } from '../../live/missing-notice.tsx';
import { fromLookUp } from '../../router/from-look-up.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import { OpenSends, SendResults } from './open-sends.tsx';
import { RecipientCard } from './recipient-card.tsx';
import { RecipientResults } from './recipient-results.tsx';
import styles from './support.module.css';
import type { Searched } from './use-searched.ts';

export type ResultsProps = {
  searched: Searched;
  found: SupportSearch | undefined;
  /** The transfers to the recipient that was just picked are still to come. */
  isNarrowing: boolean;
  error: Error | null;
  /** It is being looked up, for the first time or again. */
  isAsking: boolean;
  onTryAgain: () => void;
};

/** The transfers that were found, beside the recipient that was picked or that alone can be meant. */
export function Results(props: ResultsProps) {
  const { searched, found, isNarrowing, error, isAsking, onTryAgain } = props;
  const failureMessage = useFailureMessage();
  if (!found && !error) return <Skeleton lines={6} />;

  const ready = isNarrowing ? undefined : found;
  const shown = searched.recipient ?? (found && firstRecipient(found));
  // Whoever has to pick does so first; beside the transfers where there is room.
  const isTwo = found !== undefined && meansTwo(found);
  const isToPick = found !== undefined && (found.recipients.total > 1 || isTwo);
  const transfers = (
    <Stack>
      {searched.recipient && <OneRecipient searched={searched} />}
      {found && found.sends.length > 0 && <SendResults sends={found.sends} />}
      {isNarrowing && <Skeleton lines={6} />}
      {ready && isTwo && <TransferOfNumber {...ready.transfers} />}
      {ready && !isTwo && ready.transfers.total > 0 && <TransferResults {...ready.transfers} />}
      {ready && ready.transfers.total === 0 && ready.sends.length === 0 && (
        <Card>
          {ready.recipients.total === 0 ? (
            <NothingFound isSure={ready.missing.length === 0} />
          ) : (
            <Trans>No transfer goes to a recipient that was found.</Trans>
          )}
        </Card>
      )}
      {ready && (
        <div>
          <Freshness of={ready} />
        </div>
      )}
    </Stack>
  );
  const recipients = (
    <Stack gap="s5" className={isToPick ? styles.first : undefined}>
      {found && isToPick && (
        <RecipientResults {...found.recipients} shown={shown} q={searched.q} byEnd={isTwo} />
      )}
      {shown && <RecipientCard key={shown} id={shown} found={ready} q={searched.q} />}
      <OpenSends but={found?.sends} />
    </Stack>
  );
  return (
    <Stack gap="s5">
      {error && (
        <Notice tone="stop" role="alert" title={<Trans>This could not be looked up</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      {found && (
        <MissingNotice missing={found.missing} pending={isAsking} onTryAgain={onTryAgain} />
      )}
      <Split>
        {isToPick && recipients}
        {transfers}
        {!isToPick && recipients}
      </Split>
    </Stack>
  );
}

/** The transfer with the number that was typed, apart from those to the recipients whose number ends so. */
function TransferOfNumber({ items: [first, ...others], total }: SupportSearch['transfers']) {
  if (!first) return null;
  return (
    <>
      <Stack as="section" gap="s2">
        <h2>
          <Trans>Transfer {first.id}</Trans>
        </h2>
        <TransferResults items={[first]} total={1} />
      </Stack>
      {others.length > 0 && (
        <Stack as="section" gap="s2">
          <h2>
            <Trans>Other transfers</Trans>
          </h2>
          <TransferResults items={others} total={total - 1} />
        </Stack>
      )}
    </>
  );
}

/** The transfers that were found, and how many more there are. */
function TransferResults({ items, total }: SupportSearch['transfers']) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { locale } = useFormat();
  const [shown, all] = [items.length.toLocaleString(locale), total.toLocaleString(locale)];

  return (
    <>
      <Card flush>
        <RecordList aria-label={t`Transfers`}>
          {items.map((row) => (
            <RecordRow
              key={row.id}
              to={paths.transfer(row.id)}
              state={fromLookUp}
              title={row.alias ?? <Trans>Recipient {row.destination_account_id}</Trans>}
              note={
                <>
                  {row.id}
                  {row.sender && (
                    <>
                      <br />
                      <FromSender sender={row.sender} />
                    </>
                  )}
                </>
              }
              figure={money(row.destination_amount_cents, row.destination_amount_currency)}
              figureNote={money(row.source_amount_cents, row.source_amount_currency)}
              mark={<StatusBadge state={row.state} />}
            />
          ))}
        </RecordList>
      </Card>
      {total > items.length && (
        <p className={styles.quiet}>
          <Trans>
            {shown} of {all}; narrow the search
          </Trans>
        </p>
      )}
    </>
  );
}

/** Says that only the transfers to the picked recipient are shown, and leads to all that were found. */
function OneRecipient({ searched: { q, recipient = '' } }: { searched: Searched }) {
  const { data } = useQuery({ ...accountQuery(recipient), refetchOnWindowFocus: false });
  const alias = data?.alias ?? recipient;
  return (
    <p>
      <Trans>Only those to {alias}.</Trans>{' '}
      <Link to={paths.support()} state={{ q }} replace preventScrollReset>
        <Trans>Show all recipients</Trans>
      </Link>
    </p>
  );
}

type NothingFoundProps = {
  /** All there is was looked through. */
  isSure: boolean;
};

/** Nothing matches: what can be looked up, and where else to look. */
function NothingFound({ isSure }: NothingFoundProps) {
  const title = isSure ? <Trans>Nothing found</Trans> : <Trans>Nothing found so far</Trans>;
  return (
    <EmptyState title={title}>
      <p>
        <Trans>
          Look up a whole transfer number, part of a name, a document or account number or at least
          its last 3 characters, or an exact amount.
        </Trans>
      </p>
      <p>
        <Trans>
          Check the number with the sender. A transfer that is not confirmed has none yet.
        </Trans>
      </p>
    </EmptyState>
  );
}

/**
 * Whom the text means without a doubt: the recipient of the transfer with that number, the only one
 * that was found, or the only one of whom a transfer was. Of several, support picks one.
 */
function firstRecipient(found: SupportSearch): string | undefined {
  const { recipients, transfers } = found;
  const [first] = transfers.items;
  if (meansTwo(found)) return undefined;
  if (first?.matched.includes('id')) return first.destination_account_id;
  if (recipients.total > 0) return recipients.total === 1 ? recipients.items[0]?.id : undefined;
  const ids = new Set(transfers.items.map((row) => row.destination_account_id));
  return ids.size === 1 && transfers.total === transfers.items.length ? [...ids][0] : undefined;
}

/** True when the text is the number of a transfer, and finds recipients who are not that transfer's. */
function meansTwo({ recipients, transfers }: SupportSearch): boolean {
  const [first] = transfers.items;
  if (!first?.matched.includes('id')) return false;
  const theirs = recipients.items.some(({ id }) => id === first.destination_account_id);
  return recipients.total > (theirs ? 1 : 0);
}
