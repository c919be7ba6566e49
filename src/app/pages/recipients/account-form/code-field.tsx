import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { groupedText, sentText } from '../../../accounts/account-fields.ts';
import { hasCode } from '../../../accounts/country-fields.ts';
import { countryName } from '../../../i18n/intl.ts';
import { words } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import type { AccountValues } from './account-values.ts';
import { AskedField, type AskedFieldProps } from './asked-field.tsx';
import type { FollowedNumber, TellingField } from './follow-number.ts';

// A routing number; the shortest IBAN is longer.
const minTellingLength = 9;

/** Whether something may follow from the text. */
export const isTelling = (field: TellingField, shown: string) =>
  sentText(field, shown).length >= minTellingLength;

/** contract 2.3 asks for the one in Spain and for the other in the USA, where accounts have the other way round. */
const otherOf = { iban_number: 'aba_number', aba_number: 'iban_number' } as const;

type TellingCodeFieldProps = Omit<AskedFieldProps, 'name' | 'form'> & {
  form: UseFormReturn<AccountValues>;
  name: TellingField;
  followed: FollowedNumber | null;
  /** Called with each new text of a code that accounts there have, and the text before. */
  follow: (field: TellingField, shown: string, before: string) => Promise<void>;
};

/** A code that says whose account it is. */
export function TellingCodeField({ form, followed, follow, ...asked }: TellingCodeFieldProps) {
  const { t } = useLingui();
  const { name, place, control } = asked;
  const isUsual = hasCode(place, name);
  const text = useWatch({ control, name }) ?? '';

  function change(next: string) {
    // What was taken from this code is corrected with it.
    const other = otherOf[name];
    const taken = sentText(other, form.getValues(other) ?? '');
    if (taken !== '' && taken === sentText(name, text)) {
      form.setValue(other, groupedText(other, next), { shouldDirty: true });
    }
    void follow(name, next, text);
  }

  return (
    <Stack gap="s2">
      <AskedField
        {...asked}
        {...(name === 'aba_number' && isUsual && { label: t`Routing number (ABA)` })}
        hint={<CodeHint {...{ name, followed, text }} country={place} />}
        onText={isUsual ? change : undefined}
      />
      {place && !isUsual && hasCode(place, otherOf[name]) && (
        <UseOtherCode form={form} name={name} other={otherOf[name]} />
      )}
    </Stack>
  );
}

type CodeHintProps = Pick<TellingCodeFieldProps, 'name' | 'followed'> & {
  country: Country | undefined;
  /** The code as shown on the screen. */
  text: string;
};

/** What a code is for, what to enter where people have none, and what followed from it. */
function CodeHint({ name, country, followed, text }: CodeHintProps) {
  const { locale } = useFormat();
  if (!country) return <Trans>Enter an IBAN and we fill in the country and bank.</Trans>;
  if (!hasCode(country, name)) return <UnusualHint name={name} place={country} />;

  const isFollowed = followed?.field === name && followed.text === sentText(name, text);
  if (!isFollowed || followed.country !== country) {
    return name === 'iban_number' ? (
      <Trans>We fill in the bank and the account number.</Trans>
    ) : (
      <Trans>It has 9 digits. We fill in the bank.</Trans>
    );
  }
  const bank = followed.bank?.name;
  const place = words(countryName(country, locale));
  return (
    <span role="status">
      {bank ? (
        <Trans>
          Bank: {bank}, {place}. You can change it.
        </Trans>
      ) : (
        <Trans>We don’t know this bank. Choose it below.</Trans>
      )}
    </span>
  );
}

/** contract 2.3: what to enter in a required code that accounts in the country don't have. */
function UnusualHint({ name, place }: { name: TellingField; place: Country }) {
  if (!hasCode(place, otherOf[name])) {
    return (
      <Trans>The payment service requires this. Ask your recipient or their bank for it.</Trans>
    );
  }
  return name === 'iban_number' ? (
    <Trans>
      Accounts there have no IBAN, but the payment service asks for one. Use the routing number.
    </Trans>
  ) : (
    <Trans>
      Accounts there have no ABA number, but the payment service asks for one. Use the IBAN.
    </Trans>
  );
}

type UseOtherCodeProps = Pick<TellingCodeFieldProps, 'form' | 'name'> & { other: TellingField };

/** Takes the code that is entered above into this field, so that nobody types it twice. */
function UseOtherCode({ form, name, other }: UseOtherCodeProps) {
  const { control } = form;
  const own = useWatch({ control, name }) ?? '';
  const above = useWatch({ control, name: other }) ?? '';
  const wasPressed = useRef(false);
  if (!isTelling(other, above)) return null;

  function take() {
    wasPressed.current = true;
    form.setValue(name, groupedText(name, above), { shouldDirty: true });
    form.clearErrors(name);
  }

  // The pressed button is gone, and takes the focus with it.
  function focus(note: HTMLElement | null) {
    if (note && wasPressed.current) note.focus();
    wasPressed.current = false;
  }

  const isIban = other === 'iban_number';
  if (sentText(name, own) === sentText(other, above)) {
    return (
      <small ref={focus} tabIndex={-1} role="status">
        {isIban ? <Trans>Same as the IBAN</Trans> : <Trans>Same as the routing number</Trans>}
      </small>
    );
  }
  return (
    <Row>
      <Button onClick={take}>
        {isIban ? <Trans>Use the IBAN</Trans> : <Trans>Use the routing number</Trans>}
      </Button>
    </Row>
  );
}
