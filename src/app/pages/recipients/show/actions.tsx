import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Row } from '../../../ui/row.tsx';
import { Stack } from '../../../ui/stack.tsx';

export type ActionsProps = { account: DestinationAccount };

/** What a sender can do with a recipient. */
export function Actions({ account: { id, editable } }: ActionsProps) {
  const reasonId = useId();
  return (
    <Stack gap="s2">
      <Row>
        <ButtonLink to={paths.send({ destination_account_id: id })} variant="main">
          <Trans>Send money</Trans>
        </ButtonLink>
        {editable ? (
          <ButtonLink to={paths.editRecipient(id)}>
            <Trans>Edit</Trans>
          </ButtonLink>
        ) : (
          <>
            <Button disabled aria-describedby={reasonId}>
              <Trans>Edit</Trans>
            </Button>
            <ButtonLink to={paths.newRecipient({ copy: id })} variant="quiet">
              <Trans>Copy as new</Trans>
            </ButtonLink>
          </>
        )}
      </Row>
      {!editable && (
        <p id={reasonId}>
          <small>
            <Trans>A transfer to this recipient was executed, so it can't be edited.</Trans>
          </small>
        </p>
      )}
    </Stack>
  );
}
