import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FoundTransfer, SupportSearch } from '../../../contract/api/support.ts';
import { accountQuery } from '../../api/accounts.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Freshness } from '../../live/freshness.tsx';
import { MissingNotice } from '../../live/missing-notice.tsx';
import { fromLookUp, ownState } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { NearestNames } from '../../transfers/nearest-names.tsx';
import { ShownWithout } from '../../transfers/shown-without.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import type { Searched } from './loader.ts';
import { EndedSends, OpenSendsLine, SendResults } from './open-sends.tsx';
import { OrderList } from './orders.tsx';
import { RecipientCard } from './recipient-card.tsx';
import { RecipientResults, ShowMore, TransferResults } from './result-lists.tsx';
import styles from './support.module.css';

type ResultsProps = {
  searched: Searched;
  found: SupportSearch | undefined;
  /** True while the transfers of a recipient that was just picked are loading. */
  isNarrowing: boolean;
  error: Error | null;
  /** True during any search, the first or a repeated one. */
  isAsking: boolean;
  onTryAgain: () => void;
  onSearch: (q: string) => unknown;
};

/** The transfers that match, beside the recipient that was picked or is the only possible one. */
export function Results(props: ResultsProps) {
  const { searched, found, isNarrowing, error, isAsking, onTryAgain, onSearch } = props;
  const failureMessage = useFailureMessage();
  if (!found && !error) return <Skeleton lines={6} />;

  const ready = isNarrowing ? undefined : found;
  const shown = searched.recipient ?? (found && firstRecipient(found));
  // When support has to pick a recipient, the choice comes before the transfers.
  const isTwo = found !== undefined && meansTwo(found);
  const isToPick = found !== undefined && (found.recipients.total > 1 || isTwo);
  const transfers = (
    <Stack>
      {searched.recipient && <OneRecipient searched={searched} />}
      {found && found.sends.length > 0 && <SendResults sends={found.sends} />}
      {found && found.orders.length > 0 && (
        <OrderList
          title={
            <Plural
              value={found.orders.length}
              one="# transfer is not sent"
              other="# transfers are not sent"
            />
          }
          orders={found.orders}
          from={fromLookUp}
        />
      )}
      {found && found.ended.length > 0 && <EndedSends sends={found.ended} />}
      {isNarrowing && <Skeleton lines={6} />}
      {ready && isTwo && <TransferOfNumber {...ready.transfers} />}
      {ready && !isTwo && ready.transfers.total > 0 && (
        <TransferResults items={ready.transfers.items} from={fromLookUp} />
      )}
      {ready && (
        <ShowMore searched={searched} kind="transfers" found={ready.transfers}>
          <Trans>Show more transfers</Trans>
        </ShowMore>
      )}
      {ready && ready.transfers.total === 0 && notTransfers(ready) === 0 && (
        <Card>
          {ready.recipients.total === 0 ? (
            <NothingFound isSure={ready.missing.length === 0 && ready.service !== 'loading'} />
          ) : (
            <Plural
              value={ready.recipients.total}
              one="We found no transfers to this recipient."
              other="We found no transfers to these recipients."
            />
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
        <RecipientResults {...found.recipients} shown={shown} searched={searched} saysWhy={isTwo} />
      )}
      {shown && <RecipientCard key={shown} id={shown} found={ready} q={searched.q} />}
    </Stack>
  );
  return (
    <Stack gap="s5">
      {error && (
        <Notice tone="stop" role="alert" title={<Trans>We couldn’t look this up</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      {found && (
        <MissingNotice missing={found.missing} pending={isAsking} onTryAgain={onTryAgain} />
      )}
      {found && <ShownWithout words={found.left_out} />}
      {found && <NearestNames nearest={found.nearest} q={searched.q} onSearch={onSearch} />}
      <Split>
        {isToPick && recipients}
        {transfers}
        {!isToPick && recipients}
      </Split>
      <OpenSendsLine except={found?.sends ?? []} />
    </Stack>
  );
}

/** The transfer with that number, apart from others that match by something else. */
function TransferOfNumber({ items: [first, ...others] }: SupportSearch['transfers']) {
  if (!first) return null;
  const reasons = ['recipient', 'reference', 'amount', 'sender'] as const;
  const groups = reasons
    .map((why) => ({ why, items: others.filter((row) => reasonOf(row) === why) }))
    .filter(({ items }) => items.length > 0);
  return (
    <>
      <Stack as="section" gap="s2">
        <h2>
          <Trans>Transfer {first.id}</Trans>
        </h2>
        <TransferResults items={[first]} from={fromLookUp} />
      </Stack>
      {groups.map(({ why, items }) => (
        <Stack key={why} as="section" gap="s2">
          <h2>
            {why === 'recipient' && <Trans>Transfers to these recipients</Trans>}
            {why === 'reference' && <Trans>Transfers with this reference</Trans>}
            {why === 'amount' && <Trans>Transfers of this amount</Trans>}
            {why === 'sender' && <Trans>Transfers by these senders</Trans>}
          </h2>
          <TransferResults items={items} from={fromLookUp} />
        </Stack>
      ))}
    </>
  );
}

const reasonOf = ({ matched }: FoundTransfer) =>
  (['recipient', 'reference', 'amount'] as const).find((why) => matched.includes(why)) ?? 'sender';

/** Says that only transfers to the picked recipient are shown, and links back to all results. */
function OneRecipient({ searched: { q, recipient = '' } }: { searched: Searched }) {
  const { data } = useQuery({ ...accountQuery(recipient), refetchOnWindowFocus: false });
  const alias = data?.alias ?? recipient;
  return (
    <p>
      <Trans>Only transfers to {alias}.</Trans>{' '}
      <Link to={paths.support()} state={ownState({ q })} preventScrollReset>
        <Trans>Show all recipients</Trans>
      </Link>
    </p>
  );
}

type NothingFoundProps = {
  /** True when every source could be searched. */
  isSure: boolean;
};

/** The empty state: what to search by, and what to check. */
function NothingFound({ isSure }: NothingFoundProps) {
  const title = isSure ? <Trans>Nothing found</Trans> : <Trans>Nothing found so far</Trans>;
  return (
    <EmptyState title={title}>
      <p>
        <Trans>
          Search by transfer number, name, email or exact amount. For an ID or account number, the
          last 3 characters are enough.
        </Trans>
      </p>
      <p>
        <Trans>Check the number with the sender. An unconfirmed transfer has no number yet.</Trans>
      </p>
    </EmptyState>
  );
}

/**
 * The id of the only recipient that the text can mean: that of the transfer with this number, the only
 * recipient that matches, or the one recipient of every transfer. Undefined when support has to pick.
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

/** True when the text is a transfer number and also matches recipients other than that transfer's. */
function meansTwo({ recipients, transfers }: SupportSearch): boolean {
  const [first] = transfers.items;
  if (!first?.matched.includes('id')) return false;
  const theirs = recipients.items.some(({ id }) => id === first.destination_account_id);
  return recipients.total > (theirs ? 1 : 0);
}

/** How many results are no transfers of the payment service. */
const notTransfers = ({ sends, ended, orders }: SupportSearch): number =>
  sends.length + ended.length + orders.length;
