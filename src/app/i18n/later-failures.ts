import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { ApiError, FailureName } from '../api/api-error.ts';

/*
 * What `failure-message.ts` loads with the first failure. Its messages are a part of the catalogue of their own.
 */

/** All but those that the app itself finds, also without a network. */
export type LaterFailure = Exclude<
  FailureName,
  | 'not-signed-in'
  | 'forbidden'
  | 'not-found'
  | 'send-in-flight'
  | 'internal'
  | 'offline'
  | 'unreadable'
>;

const ownFault = msg`Something went wrong on our side. Reload the page.`;

// A message says that a change failed only where the BFF is sure: after a lost response it may have
// gone through.
const messages: Record<LaterFailure, MessageDescriptor> = {
  'invalid-request': msg`We couldn’t read this. Check what you entered.`,
  'malformed-json': ownFault,
  'key-missing': ownFault,
  'passkey-refused': msg`This passkey didn’t work. Try again, or sign in with your password.`,
  'passkey-unknown': msg`This passkey was removed. Sign in with your password.`,
  'passkey-cancelled': msg`No passkey was used. Try again when you are ready.`,
  'passkey-exists': msg`This device already has your passkey.`,
  'passkey-unsupported': msg`Passkeys don’t work in this browser. Use your password.`,
  'passkeys-full': msg`You’ve reached the limit for passkeys. Remove one first.`,
  'passkeys-off': msg`Passkeys are not set up here. Use your password.`,
  'wrong-password': msg`Email or password is wrong`,
  'wrong-code': msg`This code is wrong. Check it and try again.`,
  'code-used': msg`This code was used before. Wait for the next one.`,
  'sign-in-expired': msg`This took too long. Sign in again.`,
  'enrolment-expired': msg`This took too long. Start again.`,
  'own-factor-required': msg`Nothing was changed. Confirm with your app or passkey, not your password.`,
  'second-factor-required': msg`Your role needs two-step verification, so it stays on.`,
  // The app calls its own address only, so this one is not that of PUBLIC_ORIGIN.
  'cross-site': msg`This isn’t the right address for this app. Ask your administrator for it.`,
  'rate-not-available': msg`There is no rate for these currencies right now.`,
  'account-not-found': msg`The payment service doesn’t know this recipient.`,
  'wallet-address-missing': msg`This wallet has no address. Add one to the recipient first.`,
  'amount-too-small': msg`Too little: the recipient would get nothing`,
  'request-timeout': ownFault,
  'account-locked': msg`You can’t change this recipient: a transfer to it is already completed.`,
  'recipient-archived': msg`Nothing was sent. This recipient is archived, so restore the recipient first.`,
  'identical-order-held': msg`Nothing was sent. The same transfer is already waiting to be sent.`,
  'order-changed': msg`Nothing was changed. This transfer was sent or changed before.`,
  'identical-send-open': msg`Nothing was sent. The same transfer is not confirmed yet and may have gone through.`,
  'sent-before': msg`You just sent the same transfer. Confirm that you want to send it again.`,
  'recipient-changed': msg`Nothing was sent. The recipient’s details changed, so check them again.`,
  'step-up-required': msg`Press Send again, then confirm that it’s you.`,
  'step-up-refused': msg`Your confirmation no longer counts. Press Send again, then confirm that it’s you.`,
  'limit-reached': msg`Nothing was sent. You would be over your limit.`,
  'approval-required': msg`Nothing was sent. A second person must approve it first.`,
  'send-settled': msg`This was already resolved, or that transfer is linked to another one.`,
  'notes-changed': msg`Nothing was saved: you changed this in another tab. Check what it says now.`,
  'not-the-sender': msg`Nothing was saved. Only the sender can change this.`,
  'candidates-changed': msg`Your decision was not saved. Check what appeared since.`,
  'case-changed': msg`Nothing was saved: a colleague was first. Check what changed.`,
  'second-person-required': msg`Nothing was saved: a second person must confirm it.`,
  'same-person': msg`Nothing was saved: somebody else must decide this.`,
  'still-looking': msg`We’re still checking this transfer.`,
  'send-forgotten': msg`This transfer is from long ago, and we no longer keep its record.`,
  // Its page says more.
  'last-admin': msg`Your account can’t do this. Ask your administrator.`,
  'too-large': msg`This is too long. Shorten what you entered.`,
  'not-json': ownFault,
  'invalid-fields': msg`Some fields need to be corrected.`,
  'quote-refused': msg`The payment service can’t estimate this transfer.`,
  'key-reused': msg`The details changed after you first pressed Send. Check them again.`,
  'send-refused': msg`The payment service refused this transfer.`,
  'too-many-requests': msg`Too many attempts. Try again in a moment.`,
  'headers-too-large': ownFault,
  'service-credentials': msg`The payment service denied us access. Please tell your administrator.`,
  'service-answer': msg`We couldn’t read the payment service’s answer.`,
  'service-refused': msg`The payment service refused this request.`,
  'service-unreachable': msg`We can’t reach the payment service right now.`,
  'provider-unreachable': msg`Nothing was sent. We can’t reach your organisation’s sign-in right now.`,
  'send-not-made': msg`Nothing was sent. We couldn’t reach the payment service, so you can try again.`,
  'clock-differs': msg`Nothing was sent. Our server’s clock is wrong, so please tell your administrator.`,
  'ledger-held': msg`Nothing was sent. New transfers are paused while we check which earlier ones went through.`,
  'ledger-failed': msg`We can’t read or save anything right now. Try again in a few minutes.`,
  'ledger-busy': msg`Too many people are using this app right now. Try again in a few seconds.`,
  'send-not-saved': msg`Nothing was sent. We can’t save anything right now, so try again in a few minutes.`,
  'service-timeout': msg`The payment service did not answer in time.`,
};

/** What one of these failures says. */
export function laterMessage(
  failure: LaterFailure,
  { retryAfterSeconds: seconds }: ApiError,
): MessageDescriptor {
  if (failure !== 'too-many-requests' || seconds === undefined) return messages[failure];
  if (seconds <= 90) {
    return msg`Too many attempts. Try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
  }
  const minutes = Math.ceil(seconds / 60);
  return msg`Too many attempts. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
}
