import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { ApiError, type FailureName } from '../api/api-error.ts';

const ownFault = msg`Something went wrong on our side. Reload the page.`;

// None of these says that a change failed, for after a lost answer nobody knows.
const messages: Record<FailureName, MessageDescriptor> = {
  'invalid-request': msg`This can't be understood. Check what you entered.`,
  'malformed-json': ownFault,
  'key-missing': ownFault,
  'not-signed-in': msg`Your session ended. Sign in to go on.`,
  'wrong-password': msg`E-mail or password is wrong`,
  forbidden: msg`Your account isn't allowed to do this.`,
  'cross-site': ownFault,
  'not-found': msg`There is nothing here, or it isn't yours to see.`,
  'rate-not-available': msg`No rate for this pair right now.`,
  'account-not-found': msg`The service doesn't know this recipient.`,
  'wallet-address-missing': msg`The wallet has no address. Add it to the recipient first.`,
  'request-timeout': ownFault,
  'account-locked': msg`This recipient can't be changed, because a transfer to it has succeeded.`,
  'send-in-flight': msg`This is being sent already. It is sent once only.`,
  'identical-send-open': msg`The same transfer is not confirmed yet. It may have gone through, so we did not send it again.`,
  'sent-before': msg`You just sent the same, so it isn't sent again unless you say so.`,
  'recipient-changed': msg`The recipient's details changed, so nothing was sent. Check them again.`,
  'send-settled': msg`The result is already known, or the transfer belongs to another one.`,
  'still-looking': msg`We are still checking this transfer.`,
  'too-large': msg`This is too long to be sent. Shorten what you entered.`,
  'not-json': ownFault,
  'invalid-fields': msg`Some fields need to be corrected.`,
  'quote-refused': msg`The payment service refused this estimate.`,
  'key-reused': msg`Something changed since you first pressed Send. Check your answers again.`,
  'send-refused': msg`The payment service refused this transfer.`,
  'too-many-requests': msg`Too many tries. Wait a little.`,
  'headers-too-large': ownFault,
  internal: msg`Something went wrong on our side.`,
  'service-credentials': msg`The remittance service doesn't accept our credentials. Whoever runs this app has to fix this.`,
  'service-answer': msg`The remittance service gave an answer that can't be read.`,
  'service-refused': msg`The remittance service refused this.`,
  'service-unreachable': msg`The remittance service can't be reached right now.`,
  'send-not-made': msg`This did not reach the service, so nothing was sent. You can try again.`,
  'clock-differs': msg`Nothing was sent: our server's clock is wrong. Please tell your administrator.`,
  'service-timeout': msg`The remittance service did not answer in time.`,
  offline: msg`You are offline, or our server can't be reached.`,
  unreadable: msg`This page can't read the answer it got.`,
};

/** Answers a function from any error to words for a person. */
export function useFailureMessage(): (error: unknown) => string {
  const { i18n } = useLingui();
  return (error) => i18n._(failureMessage(error));
}

function failureMessage(error: unknown): MessageDescriptor {
  if (!(error instanceof ApiError)) return messages.internal;
  const seconds = error.retryAfterSeconds;
  if (error.failure !== 'too-many-requests' || seconds === undefined) {
    return messages[error.failure];
  }
  if (seconds <= 90) {
    return msg`Too many tries. Wait ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
  }
  const minutes = Math.ceil(seconds / 60);
  return msg`Too many tries. Wait ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
}
