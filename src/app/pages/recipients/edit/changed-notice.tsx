import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { AccountField } from '../../../../contract/destination-account.ts';
import { fieldLabels } from '../../../accounts/field-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/row.tsx';
import { type ChangedElsewhere, changedFields } from '../account-form/changed-elsewhere.ts';
import { FieldValue } from './field-value.tsx';

export type ChangedNoticeProps = {
  failure: ChangedElsewhere;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** What was changed elsewhere while this form was open, shown before it is overwritten. */
export function ChangedNotice({ failure, onKeepMine, onTakeTheirs }: ChangedNoticeProps) {
  const { before, now } = failure;
  return (
    <Notice tone="wait" role="alert" title={<Trans>Changed elsewhere meanwhile</Trans>}>
      <Trans>Nothing of yours was saved yet. Since you opened this page:</Trans>
      <ul>
        {changedFields(before, now).map((field) => (
          <li key={field}>
            <Label field={field} account={now} />:{' '}
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
        <Button onClick={(event) => choose(event, onTakeTheirs)}>
          <Trans>Take these changes</Trans>
        </Button>
        <Button onClick={(event) => choose(event, onKeepMine)}>
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

function Label({ field, account }: { field: AccountField; account: DestinationAccount }) {
  const { t } = useLingui();
  if (field === 'category') return t`Where the money goes`;
  const isAddress = field === 'additional_data' && account.category === 'wallet';
  return t(fieldLabels[isAddress ? 'wallet_address' : field]);
}
