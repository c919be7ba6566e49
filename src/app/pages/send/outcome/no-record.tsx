import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { markTold } from '../../../open-sends/pending-sends.ts';
import { paths } from '../../../router/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Row } from '../../../ui/stack.tsx';

export type NoRecordProps = {
  sendKey: string;
  /** Going on from there uses the same key, so that nothing is sent twice. */
  check: string | undefined;
};

/** Giro never began it, or it is not this person's to see. */
export function NoRecord({ sendKey, check }: NoRecordProps) {
  return check ? <Unsent sendKey={sendKey} check={check} /> : <Unknown />;
}

function Unsent({ sendKey, check }: { sendKey: string; check: string }) {
  // What lies in the browser's storage follows what the person has been shown.
  useEffect(() => markTold(sendKey), [sendKey]);
  return (
    <>
      <p>
        <Trans>It did not reach us, so no money moved. You can send it now.</Trans>
      </p>
      <Row>
        <ButtonLink variant="main" to={check}>
          <Trans>Send it now</Trans>
        </ButtonLink>
        <ButtonLink to={paths.transfers()}>
          <Trans>Transfers</Trans>
        </ButtonLink>
      </Row>
    </>
  );
}

function Unknown() {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <p>
        <Trans>The address may be incomplete, or the transfer isn’t yours to see.</Trans>
      </p>
      <Row>
        <ButtonLink to={paths.transfers()}>
          <Trans>Transfers</Trans>
        </ButtonLink>
        <Button pending={state === 'loading'} onClick={() => revalidate()}>
          <Trans>Look again</Trans>
        </Button>
      </Row>
    </>
  );
}
