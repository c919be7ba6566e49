import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { messages as known } from '../../contract/errors.ts';

// contract 7 shows some of the service's words and says that there are more; the others here are
// those that services of its kind use, and this app's own server where it answers in the same way.
const sayings: Record<string, MessageDescriptor> = {
  'has already been taken': msg`This is already used. Choose another.`,
  'must exist': msg`The payment service doesn't know this. Choose again.`,
  'is not included in the list': msg`Choose one of the options.`,
  "can't be blank": msg`This is required.`,
  'is invalid': msg`The payment service says this is not valid.`,
  'is locked': msg`This can't be changed any more.`,
  'is not a number': msg`Enter a number.`,
  'is not a date': msg`Enter a date.`,
  'is no transfer to this account with this amount': msg`The transfer is not to this recipient with this amount.`,
  'was there before this sending': msg`The transfer was there before this sending.`,
  [known.rateNotAvailable]: msg`No rate for this pair right now.`,
  [known.accountNotFound]: msg`The service doesn't know this recipient.`,
  [known.accountNotCreated]: msg`The service did not accept this recipient.`,
};

const lengths: [RegExp, (length: string) => MessageDescriptor][] = [
  [/^is too long \(maximum is (\d+) characters?\)$/, tooLong],
  [/^Too big: expected string to have <=(\d+) characters$/, tooLong],
  [
    /^is too short \(minimum is (\d+) characters?\)$/,
    (length) => msg`This is too short (at least ${length} characters).`,
  ],
];

function tooLong(length: string): MessageDescriptor {
  return msg`This is too long (at most ${length} characters).`;
}

/** Answers a function from the service's own words to the person's; what is not known as it came. */
export function useServiceWords(): (said: string) => string {
  const { i18n } = useLingui();

  return (said) => {
    const saying = Object.hasOwn(sayings, said) ? sayings[said] : undefined;
    if (saying) return i18n._(saying);
    for (const [pattern, message] of lengths) {
      const length = pattern.exec(said)?.[1];
      if (length !== undefined) return i18n._(message(length));
    }
    return said;
  };
}
