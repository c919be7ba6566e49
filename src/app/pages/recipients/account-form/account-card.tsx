import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { requiredFields } from '../../../../contract/field-rules.ts';
import { fieldsOf, sentText } from '../../../accounts/account-fields.ts';
import { type AccountDetail, fieldsIn, hasCode } from '../../../accounts/country-fields.ts';
import { countryName } from '../../../i18n/intl.ts';
import { words } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { type AccountValues, type Category, isCompany } from './account-values.ts';
import { AskedField, type AskedFieldProps, NumberField } from './asked-field.tsx';
import { FieldDetails } from './field-details.tsx';
import type { FollowedNumber, TellingField } from './follow-number.ts';
import { IdFields } from './person-card.tsx';
import { VariantFields } from './variant-fields.tsx';

type AccountCardProps = {
  form: UseFormReturn<AccountValues>;
  category: Category;
  /** Undefined until it is chosen. */
  country: Country | undefined;
  countries: readonly Country[];
  countryFieldRules: CountryFieldRules;
  /** The id of the recipient that is edited or copied. */
  own: string | undefined;
};

/** The account that gets the money. */
export function AccountCard(props: AccountCardProps) {
  const { form, category, country, countries } = props;
  return (
    <Card>
      <Stack>
        <h2>
          <Trans>Where the money goes</Trans>
        </h2>
        <VariantFields form={form} countries={countries} />
        {category === 'wallet' ? (
          <WalletFields key={country?.id} control={form.control} asset={country} own={props.own} />
        ) : (
          <BankFields {...props} />
        )}
      </Stack>
    </Card>
  );
}

/**
 * The fields of a bank account, in the order of its country. Each keeps its place in React's tree when the
 * country changes, so that a typed IBAN that chooses the country keeps the focus.
 */
function BankFields({ form, country, countries, countryFieldRules, own }: AccountCardProps) {
  const { control } = form;
  const client = useQueryClient();
  const [followed, setFollowed] = useState<FollowedNumber | null>(null);
  const { order, digits, idCode } = fieldsIn(country);
  const needed = country ? requiredFields('bank', country.code, countryFieldRules) : [];
  const rest = fieldsOf('account').filter((field) => !order.includes(field));
  // contract 2.3 asks for codes that accounts there don't have, such as an IBAN in the USA.
  const unusual = rest.filter((field) => needed.includes(field));
  const others = rest.filter((field) => !needed.includes(field));

  // Loaded on demand: most forms have neither an IBAN nor a routing number.
  async function follow(field: TellingField, shown: string) {
    if (sentText(field, shown).length < minTellingLength) return;
    const loaded = await import('./follow-number.ts').catch(() => null);
    const found = await loaded?.followNumber({ client, form, countries, field, shown, followed });
    if (found) setFollowed(found);
  }

  /** A detail by its kind; three codes say more than that. */
  function fieldFor(detail: AccountDetail): ReactNode {
    if (detail === 'id') return <IdFields key={detail} control={control} optional={false} />;
    const asked = {
      ...{ control, own, place: country, optional: !needed.includes(detail) },
      ...(digits.includes(detail) && ({ inputMode: 'numeric' } as const)),
    };
    if (detail === 'cpf_number') {
      return <CpfField key={detail} {...asked} isId={idCode === detail} />;
    }
    if (detail === 'iban_number' || detail === 'aba_number') {
      return (
        <TellingCodeField
          key={detail}
          {...{ ...asked, name: detail, isUsual: order.includes(detail), followed, follow }}
        />
      );
    }
    return <AskedField key={detail} name={detail} {...asked} />;
  }

  return (
    <>
      {order.map(fieldFor)}
      {unusual.map(fieldFor)}
      {country && (
        // The key closes what was open for the country before: another one has other codes.
        <FieldDetails
          key={`others ${country.id}`}
          form={form}
          names={idCode ? [...others, 'dni_type', 'dni'] : others}
          summary={idCode ? <Trans>Other ID or bank code</Trans> : <Trans>Other bank code</Trans>}
        >
          {idCode && <IdFields control={control} optional />}
          {others.map((name) => (
            <AskedField key={name} {...{ control, own, name, place: country }} optional />
          ))}
        </FieldDetails>
      )}
    </>
  );
}

// A routing number; the shortest IBAN is longer.
const minTellingLength = 9;

type CpfFieldProps = Omit<AskedFieldProps, 'name'> & {
  /** Whether it is sent as the ID number too. */
  isId: boolean;
};

/** A person's CPF, or a company's CNPJ. */
function CpfField({ isId, ...field }: CpfFieldProps) {
  const dni_type = useWatch({ control: field.control, name: 'dni_type' });
  const ofCompany = isCompany({ dni_type });
  return (
    <AskedField
      {...field}
      name="cpf_number"
      {...(ofCompany && { label: <Trans>CNPJ</Trans>, inputMode: 'text' })}
      hint={isId && <Trans>Also used as the ID number.</Trans>}
    />
  );
}

type TellingCodeFieldProps = Omit<AskedFieldProps, 'name'> &
  Pick<CodeHintProps, 'followed'> & {
    name: TellingField;
    /** Whether accounts in the country have it. */
    isUsual: boolean;
    /** Called with each new text of a code that accounts there have. */
    follow: (field: TellingField, shown: string) => Promise<void>;
  };

/** A code that says whose account it is. */
function TellingCodeField({ isUsual, followed, follow, ...asked }: TellingCodeFieldProps) {
  const { t } = useLingui();
  const { name, place, control } = asked;
  return (
    <AskedField
      {...asked}
      {...(name === 'aba_number' && isUsual && { label: t`Routing number (ABA)` })}
      hint={<CodeHint field={name} country={place} followed={followed} control={control} />}
      onText={isUsual ? (text) => void follow(name, text) : undefined}
    />
  );
}

type CodeHintProps = {
  field: TellingField;
  country: Country | undefined;
  followed: FollowedNumber | null;
  control: Control<AccountValues>;
};

/** What a code is for, what to enter where people have none, and what followed from it. */
function CodeHint({ field, country, followed, control }: CodeHintProps) {
  const { locale } = useFormat();
  const text = sentText(field, useWatch({ control, name: field }) ?? '');
  if (!country) return <Trans>Enter an IBAN and we fill in the country and bank.</Trans>;
  if (!hasCode(country, field)) return <UnusualHint field={field} country={country} />;

  const isFollowed = followed?.field === field && followed.text === text;
  if (!isFollowed || followed.country !== country) {
    return field === 'iban_number' ? (
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
function UnusualHint({ field, country }: { field: TellingField; country: Country }) {
  const instead = field === 'iban_number' ? 'aba_number' : 'iban_number';
  if (!hasCode(country, instead)) {
    return (
      <Trans>The payment service requires this. Ask your recipient or their bank for it.</Trans>
    );
  }
  return field === 'iban_number' ? (
    <Trans>
      The payment service requires this. Ask your recipient for it, or enter the routing number here
      too.
    </Trans>
  ) : (
    <Trans>
      The payment service requires this. Ask your recipient for it, or enter the IBAN here too.
    </Trans>
  );
}

type WalletFieldsProps = {
  control: Control<AccountValues>;
  /** The digital asset, if chosen. */
  asset: Country | undefined;
  own: string | undefined;
};

/** The account fields of a wallet. */
function WalletFields({ control, asset, own }: WalletFieldsProps) {
  return (
    <NumberField
      control={control}
      name="additional_data"
      label={<Trans>Wallet address</Trans>}
      place={asset}
      own={own}
      // contract 2.3 requires no wallet address, so saving without one only needs a confirmation.
      hint={<Trans>Without an address the money can’t be delivered.</Trans>}
    />
  );
}
