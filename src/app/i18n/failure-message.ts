import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { ApiError, type FailureName } from '../api/api-error.ts';
import type { LaterFailure } from './later-failures.ts';
import { withWords } from './own-locale.ts';

type OwnFailure = Exclude<FailureName, LaterFailure>;

// What the app itself finds, also without a network. The others are answers of a server that can be reached.
const messages: Record<OwnFailure, MessageDescriptor> = {
  'not-signed-in': msg`Your session ended. Sign in to continue.`,
  forbidden: msg`Your account can’t do this. Ask your administrator.`,
  'not-found': msg`We can’t find this, or you don’t have access to it.`,
  'send-in-flight': msg`This transfer is already being sent. It will be sent only once.`,
  internal: msg`Something went wrong on our side.`,
  offline: msg`You’re offline, or our server can’t be reached.`,
  unreadable: msg`We couldn’t read our server’s answer.`,
};

let later: typeof import('./later-failures.ts') | undefined;

/**
 * Loads what all other failures say. Never rejects: without it a failure has the message of any.
 * @param failure the one to tell, if it is known: it may need no loading
 */
export async function loadFailureMessages(failure?: FailureName): Promise<void> {
  if (failure && isOwn(failure)) return;
  later ??= await withWords('rare', () => import('./later-failures.ts')).catch(() => undefined);
}

/** Returns a function from any error to a translated message. */
export function useFailureMessage(): (error: unknown) => string {
  const { i18n } = useLingui();
  return (error) => i18n._(failureMessage(error));
}

function failureMessage(error: unknown): MessageDescriptor {
  if (!(error instanceof ApiError)) return messages.internal;
  const { failure } = error;
  if (isOwn(failure)) return messages[failure];
  return later?.laterMessage(failure, error) ?? messages.internal;
}

const isOwn = (failure: FailureName): failure is OwnFailure => failure in messages;
