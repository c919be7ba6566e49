import { Trans } from '@lingui/react/macro';

export type WhoGetsProps = {
  alias: string | undefined;
  /** The transfer's, where it is known. */
  state: string | undefined;
};

/** Who gets, got or was to get the amount that follows. */
export function WhoGets({ alias, state }: WhoGetsProps) {
  switch (state) {
    case 'executed':
      return alias ? <Trans>{alias} got</Trans> : <Trans>They got</Trans>;
    case 'rejected':
      return alias ? <Trans>{alias} was to get</Trans> : <Trans>They were to get</Trans>;
    default:
      return alias ? <Trans>{alias} gets</Trans> : <Trans>They get</Trans>;
  }
}
