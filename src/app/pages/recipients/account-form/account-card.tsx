import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import type { CountryFieldRules } from '../../../../contract/bank-codes.ts';
import type { Country } from '../../../../contract/country.ts';
import { requiredFields } from '../../../../contract/field-rules.ts';
import { fieldsOf } from '../../../accounts/account-fields.ts';
import { type AccountDetail, fieldsIn } from '../../../accounts/country-fields.ts';
import { FormTextField } from '../../../form/form-fields.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { type AccountValues, type Category, isCompany } from './account-values.ts';
import { AskedField, type AskedFieldProps, NumberField } from './asked-field.tsx';
import { isTelling, TellingCodeField } from './code-field.tsx';
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
  async function follow(field: TellingField, shown: string, before: string) {
    if (![shown, before].some((text) => isTelling(field, text))) return;
    const loaded = await import('./follow-number.ts').catch(() => null);
    const found = await loaded?.followNumber({
      ...{ client, form, countries, field, shown, before, followed },
    });
    if (found) setFollowed(found);
  }

  /** A detail by its kind; three codes say more than that. */
  function fieldFor(detail: AccountDetail): ReactNode {
    if (detail === 'id') return <IdFields key={detail} control={control} optional={false} />;
    if (detail === 'additional_data') return <BranchField key={detail} control={control} />;
    const asked = {
      ...{ control, own, place: country, optional: !needed.includes(detail) },
      ...(digits.includes(detail) && ({ inputMode: 'numeric' } as const)),
    };
    if (detail === 'cpf_number') {
      return <CpfField key={detail} {...asked} isId={idCode === detail} />;
    }
    if (detail === 'iban_number' || detail === 'aba_number') {
      return (
        <TellingCodeField key={detail} {...{ ...asked, form, name: detail, followed, follow }} />
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

/** contract 2.3: a branch and a Pix key have no field of their own, so they are written with their names. */
function BranchField({ control }: Pick<AskedFieldProps, 'control'>) {
  return (
    <FormTextField
      control={control}
      name="additional_data"
      label={<Trans>Branch (agência) and Pix</Trans>}
      hint={
        <Trans>
          Write what each is: “Agência 1234, Pix …”. The payment service gets it as additional
          details.
        </Trans>
      }
      autoComplete="off"
      optional
    />
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
