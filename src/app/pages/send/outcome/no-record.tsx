import { Trans } from '@lingui/react/macro';
import { useLocation, useRevalidator } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Row } from '../../../ui/row.tsx';

// The check page leaves its own address, so that going back there goes on with the same key.
const fromCheck = z.object({ check: z.string().check(z.startsWith('/send?')) });

/** Giro never began it, or it is not this person's to see. */
export function NoRecord() {
  const { state } = useLocation();
  const { revalidate, state: looking } = useRevalidator();
  const origin = z.safeParse(fromCheck, state).data;

  return (
    <>
      <p>
        {origin ? (
          <Trans>
            It did not reach Giro. Check it again, and send it when you are back online.
          </Trans>
        ) : (
          <Trans>The address may be incomplete, or the sending isn’t yours to see.</Trans>
        )}
      </p>
      <Row>
        {origin ? (
          <ButtonLink variant="main" to={origin.check}>
            <Trans>Back to the check</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.transfers()}>
            <Trans>Transfers</Trans>
          </ButtonLink>
        )}
        <Button pending={looking === 'loading'} onClick={() => revalidate()}>
          <Trans>Look again</Trans>
        </Button>
      </Row>
    </>
  );
}
