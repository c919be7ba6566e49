import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OidcProblem as Problem } from '../../../contract/api/session.ts';
import { Notice } from '../../ui/notice.tsx';

const words: Record<Problem, { title: MessageDescriptor; more: MessageDescriptor }> = {
  denied: {
    title: msg`You are not signed in`,
    more: msg`You turned back, or your organisation refused.`,
  },
  expired: {
    title: msg`That sign-in is over`,
    more: msg`It took too long, or was used already. Start again.`,
  },
  'no-role': {
    title: msg`You have no role here`,
    more: msg`Your organisation knows you, but gave you no role here, or more than one. Ask whoever looks after this app.`,
  },
  'no-email': {
    title: msg`Your e-mail is missing`,
    more: msg`Your organisation gave no e-mail address of yours that is proven. Ask whoever looks after this app.`,
  },
  'email-taken': {
    title: msg`Your e-mail is in use`,
    more: msg`Another account here has it. Ask whoever looks after this app.`,
  },
  disabled: {
    title: msg`Your account is closed`,
    more: msg`Ask whoever looks after this app.`,
  },
  unreachable: {
    title: msg`Your organisation does not answer`,
    more: msg`Its sign-in page can't be reached. Try again in a minute.`,
  },
  'too-many': {
    title: msg`Too many tries`,
    more: msg`Wait a minute, then try again.`,
  },
  failed: {
    title: msg`Signing in did not work`,
    more: msg`Try again. If it happens again, tell whoever looks after this app.`,
  },
};

export type OidcProblemProps = { problem: Problem };

/** Why signing in with the organisation led back here. */
export function OidcProblem({ problem }: OidcProblemProps) {
  const { t } = useLingui();
  const { title, more } = words[problem];
  return (
    <Notice tone="stop" role="alert" title={t(title)}>
      <p>{t(more)}</p>
    </Notice>
  );
}
