import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { PersonDetail } from '../../../../contract/api/people.ts';
import { resetSecondFactor } from '../../../api/people.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from '../people.module.css';
import { Outcome, useChange } from './change.tsx';

/** The second factor of a person, who may have lost their phone. */
export function SecondFactorCard({ detail }: { detail: PersonDetail }) {
  const [isAsking, setAsking] = useState(false);
  const { person, has_second_factor, is_self } = detail;
  const reset = useChange(detail, () => resetSecondFactor(person.id));
  const shown = person.name || person.email;
  return (
    <Card as="section" aria-labelledby="factor">
      <Stack gap="s3">
        <h2 id="factor">
          <Trans>Two-step verification</Trans>
        </h2>
        {!reset.isSuccess && (
          <p className={styles.note}>
            <FactorHint {...{ has_second_factor, is_self }} />
          </p>
        )}
        {has_second_factor && !is_self && (
          <Row>
            <Button pending={reset.isPending} onClick={() => setAsking(true)}>
              <Trans>Reset two-step verification</Trans>
            </Button>
          </Row>
        )}
        <Outcome change={reset}>
          <Trans>Reset. They have to sign in again.</Trans>
        </Outcome>
        {isAsking && (
          <Dialog
            title={<Trans>Reset two-step verification of {shown}?</Trans>}
            onClose={() => setAsking(false)}
          >
            <p>
              <Trans>
                Make sure that it’s them who ask. Their passkeys and authenticator app no longer
                work, and they are signed out.
              </Trans>
            </p>
            <Row>
              <Button
                variant="main"
                onClick={(event) => {
                  event.currentTarget.closest('dialog')?.close();
                  reset.mutate(undefined);
                }}
              >
                <Trans>Reset two-step verification</Trans>
              </Button>
              <CloseDialogButton>
                <Trans>Cancel</Trans>
              </CloseDialogButton>
            </Row>
          </Dialog>
        )}
      </Stack>
    </Card>
  );
}

function FactorHint({
  has_second_factor,
  is_self,
}: Pick<PersonDetail, 'has_second_factor' | 'is_self'>) {
  if (is_self) return <Trans>This is you. You look after it in Settings.</Trans>;
  if (has_second_factor) return <Trans>Set up. Reset it if they lost it.</Trans>;
  return <Trans>Not set up.</Trans>;
}
