import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  accountDetails,
  type DestinationAccount,
} from '../../../contract/api/destination-account.ts';
import type { SendOrOrder } from '../../../contract/api/order.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import type { Send } from '../../../contract/api/send.ts';
import type { Transfer, TransferRequest } from '../../../contract/api/transfer.ts';
import { accountQuery, accountsQuery } from '../../api/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { limitsKey } from '../../api/query-keys.ts';
import { sendQuery, sendsLikeQuery } from '../../api/sends.ts';
import { sessionQuery } from '../../api/session.ts';
import { serverTime } from '../../i18n/intl.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { dropPending, endPress, keepPending } from '../../open-sends/pending-sends.ts';
import { postTransfer } from '../../open-sends/posts.ts';
import type { BeingSent } from '../../open-sends/use-being-sent.ts';
import { ownState } from '../../router/entry-state.ts';
import { prefetchPageCode } from '../../router/page-code.ts';
import { paths } from '../../router/paths.ts';
import { dropNotesDraft } from './notes-draft.tsx';
import { amountOnly, type CheckSearch, termsOf } from './send-search.ts';

type SendMutation = {
  send: (press: Press) => void;
  /** From the press until the outcome page is open. */
  pending: boolean;
  /** The latest press; undefined before. */
  pressed: Press | undefined;
  /** Why this press sent nothing; null while that is not certain. */
  refusal: ApiError | null;
  /** When the button was last pressed, in milliseconds since 1970; 0 before. */
  pressedAt: number;
};

type Press = {
  quote: Quote;
  /** Of the recipient as the person has read it. */
  fingerprint: string;
  /** Key of the unresolved send that the person confirmed to send again after. */
  after_unresolved: string | null;
  /** Key of the recently sent one that the page showed when Send was pressed. */
  after_sent: string | null;
  /** Of who is sending, where the transfer needs one. */
  proof: string | null;
  /** What the sender wrote for themselves. */
  note: string | null;
  reference: string | null;
};

/** Sends under the idempotency key in the address, then opens the outcome page. */
export function useSend(search: CheckSearch): SendMutation {
  const { key } = search;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { money } = useMoney();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const takeRecipient = useTakeRecipient(search);
  const mutationKey = ['send', key];

  const mutation = useMutation({
    mutationKey,
    mutationFn: (press: Press) => postTransfer(key, requestOf(search, press)),
    // Never paused while offline: the request fails at once, and the person presses again.
    networkMode: 'always',
    onSuccess: (answer, press) => {
      client.setQueryData(sendQuery(key).queryKey, knownFrom(answer, key, press));
      dropPending(key);
      dropNotesDraft(client, key);
      // Their last send is another one now.
      void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['transfers'] });
    },
    // Awaits the refetch of earlier sends, so that Send is enabled only when they are shown.
    onError: (error) => {
      if (!isRefusal(error)) return;
      if (isWordOn(key, error)) dropPending(key);
      else endPress(key);
      if (error.failure === 'not-signed-in' || isProofAsked(error)) return;
      if (takeRecipient(error)) return;
      if (error.failure === 'limit-reached') {
        void client.invalidateQueries({ queryKey: limitsKey });
      }
      return client.invalidateQueries({ queryKey: sendsLikeQuery(termsOf(search)).queryKey });
    },
  });

  function showOutcome() {
    // If the key has no record, the outcome page links back to this check with the same key.
    const check = paths.send({ ...amountOnly(search), quoted: search.quoted, key });
    return navigate(paths.sendOutcome(key), {
      replace: true,
      state: ownState({ check, being_sent: beingSent() }),
    });
  }

  /** Shown by the outcome page if our server can't be reached. */
  function beingSent(): BeingSent {
    const { destination_account_id, source_amount_cents, source_amount_currency } = search;
    const account = client.getQueryData(accountQuery(destination_account_id).queryKey);
    return {
      amount: money(BigInt(source_amount_cents), source_amount_currency),
      recipient: account?.alias ?? destination_account_id,
    };
  }

  function send(press: Press) {
    // A second click can come before React renders the disabled button.
    if (client.isMutating({ mutationKey }) > 0) return;
    // The offline hint may not be rendered yet; without a network nothing leaves the browser.
    if (!navigator.onLine) return;
    keepPending({ user_id: user.id, ...figuresOf(search), key });
    // If this fails, the outcome page says that it was sent.
    void prefetchPageCode('transfers/show').catch(() => null);
    mutation.mutate(press, {
      onSuccess: showOutcome,
      onError: (error) => (isRefusal(error) ? undefined : showOutcome()),
    });
  }

  const refusal = isRefusal(mutation.error) ? mutation.error : null;
  const { submittedAt: pressedAt, variables: pressed } = mutation;
  return { send, pressed, refusal, pressedAt, pending: !mutation.isIdle && refusal === null };
}

/**
 * Returns a function that caches the recipient as a refusal tells it; the page compares that with what it showed.
 * @returns false for another failure
 */
export function useTakeRecipient({ destination_account_id }: CheckSearch) {
  const client = useQueryClient();
  const { queryKey } = accountQuery(destination_account_id);

  function take(now: (shown: DestinationAccount) => DestinationAccount): true {
    client.setQueryData(queryKey, (shown) => shown && now(shown));
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
    return true;
  }

  return ({ failure, account }: ApiError): boolean => {
    if (failure === 'recipient-changed') return take(withDetails(account));
    return failure === 'recipient-archived' && take(asArchived);
  };
}

/** Whether nothing was sent because the person has to prove, or prove again, who they are. */
export const isProofAsked = ({ failure }: ApiError) =>
  failure === 'step-up-required' || failure === 'step-up-refused';

const asArchived = (shown: DestinationAccount): DestinationAccount => ({
  ...shown,
  archived: true,
});

/** The details that the BFF's refusal has, with the marks that were shown. */
function withDetails(now: unknown): typeof asArchived {
  const details = z.safeParse(accountDetails, now).data;
  if (!details) return (shown) => shown;
  return ({ pinned, archived, last_sent }) => ({ ...details, pinned, archived, last_sent });
}

/** Whether the answer proves that this call sent nothing; otherwise the outcome is unknown. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  switch (error.failure) {
    case 'offline':
    case 'unreadable':
    case 'send-in-flight':
      return false;
    case 'send-not-made':
    case 'clock-differs':
    case 'ledger-held':
    case 'send-not-saved':
      return true;
    default:
      return error.status < 500;
  }
}

/** Whether the refusal tells the key's own outcome; others say nothing of an earlier press. */
function isWordOn(key: string, { failure, sendKey }: ApiError): boolean {
  return sendKey === key || failure === 'key-reused';
}

function figuresOf(search: CheckSearch) {
  return { ...termsOf(search), country_id: search.country_id };
}

/** What a proof is bound to: the transfer without its quote, and the key. */
export function provenOf(search: CheckSearch, { fingerprint }: Pick<Press, 'fingerprint'>) {
  return {
    key: search.key,
    destination_account_id: search.destination_account_id,
    destination_account_fingerprint: fingerprint,
    source_amount_cents: BigInt(search.source_amount_cents),
    source_amount_currency: search.source_amount_currency,
    destination_amount_currency: search.destination_amount_currency,
  };
}

function requestOf(search: CheckSearch, press: Press): TransferRequest {
  const { quote, after_unresolved, after_sent, proof } = press;
  const { key: _key, ...transfer } = provenOf(search, press);
  return {
    ...transfer,
    quote: shownOf(quote),
    ...(proof === null ? {} : { proof }),
    ...(after_unresolved === null ? {} : { after_unresolved }),
    ...(after_sent === null ? {} : { after_sent }),
    ...notesOf(press),
  };
}

export const notesOf = ({ note, reference }: Pick<Press, 'note' | 'reference'>) => ({
  ...(note !== null && { note }),
  ...(reference !== null && { reference }),
});

export function shownOf({ rate, destination_amount_cents, taken_at }: Quote) {
  return { rate, destination_amount_cents, taken_at };
}

/** What the answer to a press says, as its page reads it. */
function knownFrom(
  answer: Awaited<ReturnType<typeof postTransfer>>,
  key: string,
  press: Press,
): SendOrOrder {
  if ('order' in answer) return answer;
  const known = 'send' in answer ? answer.send : sentNow(key, answer, press);
  return { ...known, ...notesOf(press) };
}

/** The send as it is right after the service accepted it. */
function sentNow(key: string, transfer: Transfer, press: Press): Send {
  const { quote, after_unresolved, after_sent } = press;
  const now = serverTime().toISOString();
  return {
    key,
    state: 'sent',
    destination_account_id: transfer.destination_account_id,
    source_amount_cents: transfer.source_amount_cents,
    source_amount_currency: transfer.source_amount_currency,
    destination_amount_currency: transfer.destination_amount_currency,
    quote: shownOf(quote),
    transfer_id: transfer.id,
    reason: null,
    service_message: null,
    no_answer: null,
    after_unresolved,
    after_sent,
    settled_reason: null,
    created_at: now,
    updated_at: now,
  };
}
