import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountQuery } from '../../../api/accounts.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { usePendingSends } from '../../../open-sends/pending-sends.ts';
import { useBeingSent } from '../../../open-sends/use-being-sent.ts';
import { useOwnState } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/stack.tsx';

type NoRecordProps = {
  /** Path of the check with the same key, so that a retry sends nothing twice. */
  check: string | undefined;
};

/** What to do where the BFF has no record of the key, or the send belongs to someone else. */
export function NoRecord({ check }: NoRecordProps) {
  return check ? <NotReceived check={check} /> : <Unknown />;
}

function NotReceived({ check }: { check: string }) {
  return (
    <Stack gap="s3">
      <ButtonLink variant="main" wide to={check}>
        <Trans>Send it now</Trans>
      </ButtonLink>
      <ButtonLink wide to={paths.transfers()}>
        <Trans>Show transfers</Trans>
      </ButtonLink>
    </Stack>
  );
}

function Unknown() {
  const { revalidate, state } = useRevalidator();
  return (
    <Stack gap="s3">
      <ButtonLink wide to={paths.transfers()}>
        <Trans>Show transfers</Trans>
      </ButtonLink>
      <Button wide pending={state === 'loading'} onClick={() => revalidate()}>
        <Trans>Look again</Trans>
      </Button>
    </Stack>
  );
}

const fromCheck = z.object({ check: z.string().check(z.regex(/^\/send\?/)) });

/** What the person pressed Send for, as this browser stored it. */
type Unsent = {
  /** Path of the check with the same key; undefined if it is unknown. */
  check: string | undefined;
  amount?: string | undefined;
  recipient?: string | undefined;
};

/** Reads it from the history state after the check page, else from localStorage. */
export function useUnsent(user_id: string, key: string): Unsent {
  const words = useBeingSent();
  const check = useOwnState(fromCheck)?.check;
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
