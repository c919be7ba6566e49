import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRevalidator } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountQuery } from '../../../api/accounts.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { usePendingSends } from '../../../open-sends/pending-sends.ts';
import { useBeingSent } from '../../../open-sends/use-being-sent.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Row } from '../../../ui/stack.tsx';

export type NoRecordProps = {
  /** Going on from there uses the same key, so that nothing is sent twice. */
  check: string | undefined;
};

/** Giro never began it, or it is not this person's to see. */
export function NoRecord({ check }: NoRecordProps) {
  return check ? <NotReceived check={check} /> : <Unknown />;
}

function NotReceived({ check }: { check: string }) {
  return (
    <>
      <p>
        <Trans>It did not reach us, so no money moved. You can send it now.</Trans>
      </p>
      <Row>
        <ButtonLink variant="main" to={check}>
          <Trans>Send it now</Trans>
        </ButtonLink>
        <ButtonLink to={paths.transfers()}>
          <Trans>Transfers</Trans>
        </ButtonLink>
      </Row>
    </>
  );
}

function Unknown() {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <p>
        <Trans>The address may be incomplete, or the transfer isn’t yours to see.</Trans>
      </p>
      <Row>
        <ButtonLink to={paths.transfers()}>
          <Trans>Transfers</Trans>
        </ButtonLink>
        <Button pending={state === 'loading'} onClick={() => revalidate()}>
          <Trans>Look again</Trans>
        </Button>
      </Row>
    </>
  );
}

const fromCheck = z.object({ check: z.string().check(z.regex(/^\/send\?/)) });

/** What this person pressed Send for, as this browser remembers it. */
export type Unsent = {
  /** The check with the same key; undefined when they came another way. */
  check: string | undefined;
  amount?: string | undefined;
  recipient?: string | undefined;
};

/** By the history where they came from the check, else by what was kept as Send was pressed. */
export function useUnsent(user_id: string, key: string): Unsent {
  const { state } = useLocation();
  const words = useBeingSent();
  const check = z.safeParse(fromCheck, state).data?.check;
  const kept = usePendingSends(user_id).find((send) => send.key === key);
  const { money } = useMoney();
  const to = kept?.destination_account_id;
  const account = useQuery({ ...accountQuery(to ?? ''), enabled: to !== undefined }).data;
  if (check !== undefined || !kept) return { check, ...words };
  const { user_id: _, told: __, presses: ___, ...search } = kept;
  return {
    check: paths.send(search),
    amount: money(BigInt(kept.source_amount_cents), kept.source_amount_currency),
    recipient: account?.alias ?? to,
  };
}
