import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { messages as known } from '../../contract/errors.ts';

// contract 7 shows some of the service's messages and says that there are more. The others here are
// common among such services, or come from the BFF, which answers a form in the same way.
const ofWhole: Record<string, MessageDescriptor> = {
  "can't be blank": msg`This is required.`,
  'is not a transfer to this account with this amount': msg`This transfer has another recipient or another amount.`,
  'existed before this send': msg`This transfer existed before the sender pressed Send.`,
  [known.rateNotAvailable]: msg`There is no rate for these currencies right now.`,
  [known.accountNotFound]: msg`The payment service doesn’t know this recipient.`,
  [known.accountNotCreated]: msg`The payment service did not accept this recipient.`,
};

const tooLong = [
  /^is too long \(maximum is (\d+) characters?\)$/,
  /^Too big: expected string to have <=(\d+) characters$/,
];
const tooShort = [/^is too short \(minimum is (\d+) characters?\)$/];

/** A field that the service refuses. */
export type RefusedField = {
  label: string;
  /** Asks for the field where it is empty, or to be chosen again. */
  missing: string;
};

type FieldSaying = (field: RefusedField) => MessageDescriptor | string;

// Each names the field, because the error summary shows it without the label.
const ofField: Record<string, FieldSaying> = {
  'has already been taken': ({ label }) => msg`“${label}” is already used. Choose another.`,
  "can't be blank": ({ missing }) => missing,
  'is not included in the list': notKnown,
  'must exist': notKnown,
  'is invalid': ({ label }) => msg`Check “${label}”. The payment service doesn’t accept it.`,
  'is locked': ({ label }) => msg`“${label}” can’t be changed any more.`,
  'is not a number': ({ label }) => msg`Enter a number in “${label}”.`,
  'is not a date': ({ label }) => msg`Enter a date in “${label}”.`,
};

function notKnown({ missing }: RefusedField): MessageDescriptor {
  return msg`${missing} The payment service doesn’t know the one you chose.`;
}

/**
 * Returns a function that puts a message of the service about the whole, or about a form's only field,
 * in our own words. It quotes a message that we don't know as the service's.
 */
export function useServiceWords(): (said: string) => string {
  const { i18n } = useLingui();

  return (said) => {
    const saying = Object.hasOwn(ofWhole, said) ? ofWhole[said] : undefined;
    if (saying) return i18n._(saying);
    const most = lengthIn(said, tooLong);
    return i18n._(
      most === undefined
        ? msg`The payment service says: “${said}”`
        : msg`This is too long. Use at most ${most} characters.`,
    );
  };
}

/** Returns the same for a message about one of many fields: a sentence that names the field. */
export function useFieldWords(): (said: string, field: RefusedField) => string {
  const { i18n } = useLingui();

  return (said, field) => {
    const { label } = field;
    const saying = Object.hasOwn(ofField, said) ? ofField[said]?.(field) : undefined;
    if (saying) return typeof saying === 'string' ? saying : i18n._(saying);
    const most = lengthIn(said, tooLong);
    if (most !== undefined) return i18n._(msg`Shorten “${label}” to ${most} characters or fewer.`);
    const least = lengthIn(said, tooShort);
    if (least !== undefined) return i18n._(msg`“${label}” needs at least ${least} characters.`);
    return i18n._(msg`The payment service says about “${label}”: “${said}”`);
  };
}

function lengthIn(said: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const length = pattern.exec(said)?.[1];
    if (length !== undefined) return length;
  }
  return undefined;
}
