import { useLingui } from '@lingui/react/macro';
import { withVerbatim } from '../i18n/trans.ts';

type WhoGetsProps = {
  alias: string | undefined;
  /** The transfer's; undefined while the amount is an estimate. */
  state: string | undefined;
};

/** Label of the amount that the recipient gets, by the state of the transfer. */
export function WhoGets({ alias, state }: WhoGetsProps) {
  return withVerbatim(useWhoGets()(alias, state), alias);
}

/** The same label as a text. */
export function useWhoGets(): (alias: string | undefined, state: string | undefined) => string {
  const { t } = useLingui();
  return (alias, state) => {
    switch (state) {
      case undefined:
        return alias ? t`${alias} gets about` : t`Recipient gets about`;
      case 'executed':
        return alias ? t`${alias} got` : t`Recipient got`;
      case 'rejected':
        return alias ? t`${alias} did not get` : t`Recipient did not get`;
      default:
        return alias ? t`${alias} gets` : t`Recipient gets`;
    }
  };
}
