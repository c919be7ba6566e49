import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { changedFields } from '../../../../contract/same-account.ts';
import { fieldLabel } from '../../../accounts/account-fields.ts';
import { FieldValue } from '../../../accounts/field-value.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/stack.tsx';
import type { EditConflict } from '../account-form/use-save-account.ts';

type EditConflictNoticeProps = {
  conflict: EditConflict;
  onKeepLocal: () => void;
  onAcceptRemote: () => void;
};

/** Shows what was changed elsewhere while this form was open, before it is overwritten. */
export function EditConflictNotice({
  conflict,
  onKeepLocal,
  onAcceptRemote,
}: EditConflictNoticeProps) {
  const { t } = useLingui();
  const { before, now } = conflict;
  return (
    <Notice tone="wait" role="alert" title={<Trans>This recipient was changed elsewhere</Trans>}>
      <Trans>Your changes are not saved yet. Since you opened this page, these changed:</Trans>
      <ul>
        {changedFields(before, now).map((field) => (
          <li key={field}>
            {t(fieldLabel(field, now.category))}:{' '}
            <Trans>
              from{' '}
              <span>
                <FieldValue account={before} field={field} />
              </span>{' '}
              to{' '}
              <strong>
                <FieldValue account={now} field={field} />
              </strong>
            </Trans>
          </li>
        ))}
      </ul>
      <Row>
        <Button onClick={(event) => choose(event, onAcceptRemote)}>
          <Trans>Use these changes</Trans>
        </Button>
        <Button onClick={(event) => choose(event, onKeepLocal)}>
          <Trans>Keep my version</Trans>
        </Button>
      </Row>
    </Notice>
  );
}

/** The notice with the focused button disappears, so focus moves to the button that saves. */
function choose({ currentTarget }: MouseEvent<HTMLButtonElement>, onChoose: () => void) {
  onChoose();
  currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
}
