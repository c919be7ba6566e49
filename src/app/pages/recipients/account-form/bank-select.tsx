import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Control } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { fieldViews } from '../../../accounts/account-fields.ts';
import { banksQuery } from '../../../api/reference.ts';
import { FormCombobox } from '../../../form/form-fields.tsx';
import { compareIn } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { AccountValues } from './account-values.ts';

type BankSelectProps = {
  control: Control<AccountValues>;
  name: 'bank_id';
  country: Country;
  optional: boolean;
};

/** The banks of a country. Says what to do if there are none, or they can't be loaded. */
export function BankSelect({ control, name, country, optional }: BankSelectProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const banks = useQuery(banksQuery(country.name));
  const items = useMemo(
    () =>
      (banks.data ?? [])
        .map(({ id, code, name }) => ({ value: id, label: name, hint: code }))
        .sort((a, b) => compareIn(locale, a.label, b.label)),
    [banks.data, locale],
  );

  function explanation(): { emptyText?: string; warning?: string } {
    if (banks.isPending) return { emptyText: t`Loading the banks…` };
    if (banks.isError) return { emptyText: t`We couldn’t load the banks` };
    if (items.length > 0) return {};
    return {
      emptyText: t`No banks`,
      warning: t`The payment service has no banks in this country. Ask your recipient for a wallet, or an account in another country.`,
    };
  }

  return (
    <>
      <FormCombobox
        control={control}
        name={name}
        optional={optional}
        label={t(fieldViews[name].label)}
        items={items}
        placeholder={t`Name or code`}
        {...explanation()}
      />
      {banks.isError && (
        <Notice tone="stop" role="alert" title={<Trans>We couldn’t load the banks</Trans>}>
          <Trans>What you entered stays here.</Trans>
          <Button pending={banks.isFetching} onClick={() => void banks.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
    </>
  );
}
