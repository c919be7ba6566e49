import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OidcProblem as Problem } from '../../../contract/api/session.ts';
import { Notice } from '../../ui/notice.tsx';

const words: Record<Problem, { title: MessageDescriptor; more: MessageDescriptor }> = {
  denied: {
    title: msg`You’re not signed in`,
    more: msg`You cancelled, or your organisation denied access.`,
  },
  expired: {
    title: msg`Your sign-in expired`,
    more: msg`It took too long, or was already used. Start again.`,
  },
  'no-role': {
    title: msg`Your account has no access`,
    more: msg`Your organisation gave you no role here, or more than one. Ask your administrator.`,
  },
  'no-email': {
    title: msg`Your email is missing`,
    more: msg`Your organisation gave us no verified email. Ask your administrator.`,
  },
  'email-taken': {
    title: msg`Your email is already in use`,
    more: msg`Another account here uses it. Ask your administrator.`,
  },
  disabled: {
    title: msg`Your account is closed`,
    more: msg`Ask your administrator.`,
  },
  unreachable: {
    title: msg`Your organisation isn’t answering`,
    more: msg`We can’t reach its sign-in page. Try again in a minute.`,
  },
  'too-many': {
    title: msg`Too many attempts`,
    more: msg`Wait a minute, then try again.`,
  },
  failed: {
    title: msg`We couldn’t sign you in`,
    more: msg`Try again. If it happens again, tell your administrator.`,
  },
};

type OidcProblemProps = { problem: Problem };

/** Why the sign-in with the organisation failed. */
export function OidcProblem({ problem }: OidcProblemProps) {
  const { t } = useLingui();
  const { title, more } = words[problem];
  return (
    <Notice tone="stop" role="alert" title={t(title)}>
      <p>{t(more)}</p>
    </Notice>
  );
}
