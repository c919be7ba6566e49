import { useLingui } from '@lingui/react/macro';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';

export type AccountWords = {
  /** The owner's name, or the alias where the service has no name. */
  owner: (account: DestinationAccount) => string;
  bankType: (account: DestinationAccount) => string | undefined;
  documentType: (account: DestinationAccount) => string | undefined;
};

/** Says what stands in a destination account (contract 2.3); a value we do not know as it came. */
export function useAccountWords(): AccountWords {
  const { t } = useLingui();

  function bankType({ bank_type }: DestinationAccount): string | undefined {
    switch (bank_type) {
      case 'current':
        return t`checking account`;
      case 'savings':
        return t`savings`;
      default:
        return bank_type ?? undefined;
    }
  }

  function documentType({ dni_type }: DestinationAccount): string | undefined {
    switch (dni_type) {
      case 'cc':
        return t`National identity card`;
      case 'ce':
        return t`Foreigner identity card`;
      case 'passport':
        return t`Passport`;
      case 'company_dni':
        return t`Company document`;
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
