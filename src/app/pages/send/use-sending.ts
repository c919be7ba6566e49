import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { destinationAccount } from '../../../contract/api/destination-account.ts';
import type { Quote } from '../../../contract/api/quote.ts';
import type { Send } from '../../../contract/api/send.ts';
import type { Transfer, TransferRequest } from '../../../contract/api/transfer.ts';
import { accountQuery, accountsQuery } from '../../api/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { sendQuery, sendsLikeQuery } from '../../api/sends.ts';
import { sessionQuery } from '../../api/session.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { dropPending, endPress, keepPending } from '../../open-sends/pending-sends.ts';
import { postTransfer } from '../../open-sends/posts.ts';
import type { BeingSent } from '../../open-sends/use-being-sent.ts';
import { paths } from '../../router/paths.ts';
import { amountOnly, type CheckSearch, sendingOf } from './send-search.ts';

export type Sending = {
  send: (press: Press) => void;
  /** From the press of the button until another page stands here. */
  pending: boolean;
  /** Why this press sent nothing; null while that is not certain. */
  refusal: ApiError | null;
  /** When the button was last pressed, in milliseconds since 1970; 0 before. */
  pressedAt: number;
};

export type Press = {
  quote: Quote;
  /** Of the recipient as the person has read it. */
  fingerprint: string;
  /** The key of the identical sending that the person chose to send again after. */
  after_unresolved: string | null;
  /** The key of the one that was just sent, when the page said so as Send was pressed. */
  after_sent: string | null;
};

/** Sends what the person checked, under the key in the address, and goes where its outcome is told. */
export function useSending(search: CheckSearch): Sending {
  const { key } = search;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { money } = useMoney();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const mutationKey = ['send', key];

  const mutation = useMutation({
    mutationKey,
    mutationFn: (press: Press) => postTransfer(key, requestOf(search, press)),
    // Never kept for later: a person who is offline learns so, and presses again.
    networkMode: 'always',
    onSuccess: (answer, press) => {
      const known = 'send' in answer ? answer.send : sentNow(key, answer, press);
      client.setQueryData(sendQuery(key).queryKey, known);
      dropPending(key);
      return client.invalidateQueries({ queryKey: ['transfers'] });
    },
    // Send can be pressed again only once the page tells what was sent meanwhile.
    onError: (error) => {
      if (!isRefusal(error)) return;
      if (isWordOn(key, error)) dropPending(key);
      else endPress(key);
      if (error.failure === 'not-signed-in') return;
      if (error.failure === 'recipient-changed') return takeAccount(error.account);
      return client.invalidateQueries({ queryKey: sendsLikeQuery(sendingOf(search)).queryKey });
    },
  });

  /** The recipient as it is now, which the page shows beside what it showed. */
  function takeAccount(now: unknown) {
    const account = z.safeParse(destinationAccount, now).data;
    if (account) client.setQueryData(accountQuery(account.id).queryKey, account);
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
  }

  function showOutcome() {
    // Where nothing is known of the key, that page leads back here, to the same key.
    const check = paths.send({ ...amountOnly(search), quoted: search.quoted, key });
    return navigate(paths.sending(key), {
      replace: true,
      state: { check, being_sent: beingSent() },
    });
  }

  /** For a page that can't ask Giro, which knows neither. */
  function beingSent(): BeingSent {
    const { destination_account_id, source_amount_cents, source_amount_currency } = search;
    const account = client.getQueryData(accountQuery(destination_account_id).queryKey);
    return {
      amount: money(BigInt(source_amount_cents), source_amount_currency),
      recipient: account?.alias ?? destination_account_id,
    };
  }

  function send(press: Press) {
    // The button is drawn again only after this task, in which a second click can still come.
    if (client.isMutating({ mutationKey }) > 0) return;
    // The button may not show it yet: what does not leave the browser is never a question.
    if (!navigator.onLine) return;
    keepPending({ user_id: user.id, ...figuresOf(search), key });
    mutation.mutate(press, {
      onSuccess: showOutcome,
      onError: (error) => (isRefusal(error) ? undefined : showOutcome()),
    });
  }

  const refusal = isRefusal(mutation.error) ? mutation.error : null;
  const pressedAt = mutation.submittedAt;
  return { send, refusal, pressedAt, pending: !mutation.isIdle && refusal === null };
}

/** True when the answer says that this call sent nothing; after any other the outcome is to be found out. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  switch (error.failure) {
    case 'offline':
    case 'unreadable':
    case 'send-in-flight':
      return false;
    case 'send-not-made':
    case 'clock-differs':
      return true;
    default:
      return error.status < 500;
  }
}

/** Whether a refusal is what the ledger knows of the key; any other says nothing of an earlier press. */
function isWordOn(key: string, { failure, sendKey }: ApiError): boolean {
  return sendKey === key || failure === 'key-reused';
}

function figuresOf(search: CheckSearch) {
  return { ...sendingOf(search), country_id: search.country_id };
}

function requestOf(search: CheckSearch, press: Press): TransferRequest {
  const { quote, fingerprint, after_unresolved, after_sent } = press;
  return {
    destination_account_id: search.destination_account_id,
    destination_account_fingerprint: fingerprint,
    source_amount_cents: BigInt(search.source_amount_cents),
    source_amount_currency: search.source_amount_currency,
    destination_amount_currency: search.destination_amount_currency,
    quote: shownOf(quote),
    ...(after_unresolved === null ? {} : { after_unresolved }),
    ...(after_sent === null ? {} : { after_sent }),
  };
}

function shownOf({ rate, destination_amount_cents, taken_at }: Quote) {
  return { rate, destination_amount_cents, taken_at };
}

/** What is known of a sending in the moment the service has taken it. */
function sentNow(key: string, transfer: Transfer, press: Press): Send {
  const { quote, after_unresolved, after_sent } = press;
  const now = new Date().toISOString();
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
