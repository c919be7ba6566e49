import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { changedFields } from '../../../../contract/same-account.ts';
import { fieldLabel } from '../../../accounts/account-fields.ts';
import { FieldValue } from '../../../accounts/field-value.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/stack.tsx';
import type { EditConflict } from '../account-form/use-save-account.ts';

export type EditConflictNoticeProps = {
  conflict: EditConflict;
  onKeepLocal: () => void;
  onAcceptRemote: () => void;
};

/** What was changed elsewhere while this form was open, shown before it is overwritten. */
export function EditConflictNotice({
  conflict,
  onKeepLocal,
  onAcceptRemote,
}: EditConflictNoticeProps) {
  const { t } = useLingui();
  const { before, now } = conflict;
  return (
    <Notice tone="wait" role="alert" title={<Trans>Changed elsewhere meanwhile</Trans>}>
      <Trans>Nothing of yours was saved yet. Since you opened this page:</Trans>
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
          <Trans>Take these changes</Trans>
        </Button>
        <Button onClick={(event) => choose(event, onKeepLocal)}>
          <Trans>Keep what I have</Trans>
        </Button>
      </Row>
    </Notice>
  );
}

/** The notice goes, so the keyboard goes on from the button that saves. */
function choose({ currentTarget }: MouseEvent<HTMLButtonElement>, settle: () => void) {
  settle();
  currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
}
