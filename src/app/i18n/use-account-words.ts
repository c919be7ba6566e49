import { useLingui } from '@lingui/react/macro';
import type { AccountDetails } from '../../contract/api/destination-account.ts';

type AccountWords = {
  /** The owner's name, or the alias where the service has no name. */
  owner: (account: AccountDetails) => string;
  bankType: (account: AccountDetails) => string | undefined;
  documentType: (account: AccountDetails) => string | undefined;
};

/** Translates values of a destination account (contract 2.3); unknown values stay as they are. */
export function useAccountWords(): AccountWords {
  const { t } = useLingui();

  function bankType({ bank_type }: AccountDetails): string | undefined {
    switch (bank_type) {
      case 'current':
        return t`checking account`;
      case 'savings':
        return t`savings`;
      default:
        return bank_type ?? undefined;
    }
  }

  function documentType({ dni_type }: AccountDetails): string | undefined {
    switch (dni_type) {
      case 'cc':
        return t`National ID`;
      case 'ce':
        return t`Foreign resident ID`;
      case 'passport':
        return t`Passport`;
      case 'company_dni':
        return t`Company ID`;
      default:
        return dni_type ?? undefined;
    }
  }

  return {
    owner: ({ alias, first_name, last_name }) =>
      [first_name, last_name].filter(Boolean).join(' ') || alias,
    bankType,
    documentType,
  };
}
