import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Row } from '../../../ui/row.tsx';

export type NoRecordProps = {
  /** Going on from there uses the same key, so that nothing is sent twice. */
  check: string | undefined;
};

/** Giro never began it, or it is not this person's to see. */
export function NoRecord({ check }: NoRecordProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <p>
        {check ? (
          <Trans>It did not reach us. Check it again, and send it when you are back online.</Trans>
        ) : (
          <Trans>The address may be incomplete, or the sending isn’t yours to see.</Trans>
        )}
      </p>
      <Row>
        {check ? (
          <ButtonLink variant="main" to={check}>
            <Trans>Back to the check</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.transfers()}>
            <Trans>Transfers</Trans>
          </ButtonLink>
        )}
        <Button pending={state === 'loading'} onClick={() => revalidate()}>
          <Trans>Look again</Trans>
        </Button>
      </Row>
    </>
  );
}
