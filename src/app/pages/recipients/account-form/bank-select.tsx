import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Control } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { banksQuery } from '../../../api/reference.ts';
import { FormCombobox } from '../../../form/form-combobox.tsx';
import { countryName } from '../../../i18n/country-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { AccountValues } from './account-values.ts';

export type BankSelectProps = {
  control: Control<AccountValues>;
  country: Country;
};

/** The banks of a country; says what to do where there are none, or they can't be read. */
export function BankSelect({ control, country }: BankSelectProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const banks = useQuery(banksQuery(country.name));
  const items = useMemo(
    () =>
      (banks.data ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })),
    [banks.data],
  );
  const place = countryName(country, locale);

  function explanation(): { emptyText?: string; warning?: string } {
    if (banks.isPending) return { emptyText: t`Loading the banks…` };
    if (banks.isError) return { emptyText: t`The banks could not be read` };
    if (items.length > 0) return {};
    return {
      emptyText: t`No bank`,
      warning: t`This service lists no bank in ${place}, so it can't pay into an account there. Ask your recipient for an account in another country, or a wallet.`,
    };
  }

  return (
    <>
      <FormCombobox
        control={control}
        name="bank_id"
        label={t(fieldLabels.bank_id)}
        items={items}
        placeholder={t`Name or code`}
        {...explanation()}
      />
      {banks.isError && (
        <Notice tone="stop" role="alert" title={<Trans>The banks could not be read</Trans>}>
          <Trans>What you entered is kept.</Trans>
          <Button pending={banks.isFetching} onClick={() => void banks.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
    </>
  );
}
