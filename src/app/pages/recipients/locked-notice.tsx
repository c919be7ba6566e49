import { Trans } from '@lingui/react/macro';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice, type NoticeProps } from '../../ui/notice.tsx';

export type LockedNoticeProps = {
  id: string;
  role?: NoticeProps['role'];
  /** Before the copy opens: to hand over what was typed. */
  onCopy?: () => void;
};

/** contract 3: an account that has a successful transfer cannot be edited. */
export function LockedNotice({ id, role, onCopy }: LockedNoticeProps) {
  return (
    <Notice tone="wait" role={role} title={<Trans>This recipient can't be changed any more</Trans>}>
      <Trans>
        A transfer to this recipient was executed. To correct something, make a copy with another
        name.
      </Trans>
      <ButtonLink to={paths.newRecipient({ copy: id })} onClick={onCopy}>
        <Trans>Copy as new</Trans>
      </ButtonLink>
    </Notice>
  );
}
