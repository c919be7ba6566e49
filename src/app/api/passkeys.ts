import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { ownAccount } from '../../contract/api/own-account.ts';
import {
  addedPasskey,
  type PasskeyRenameRequest,
  type PasskeyRequestOptions,
  passkeyCreationOptions,
  passkeyPaths,
  passkeyRequestOptions,
  passkeyTimeoutMs,
} from '../../contract/api/passkeys.ts';
import type { OwnProof } from '../../contract/api/second-factor.ts';
import { type Session, session } from '../../contract/api/session.ts';
import { ApiError, isFailure } from './api-error.ts';
import { request } from './request.ts';

// Loaded only where a passkey is used, or can be: no page waits for it.

/** How a person proves again that they are there. */
export type Proof = OwnProof | 'passkey';

/** Signs in with a passkey that the person picks in the browser's dialog. Fails as `ask` does. */
export async function signInByPasskey(): Promise<Session> {
  const options = await signInOptions();
  return signInWith(await ask(() => startAuthentication({ optionsJSON: options })));
}

/**
 * Offers passkeys among the suggestions of the input with `autocomplete="username webauthn"`, until one signs in
 * or the signal aborts. A challenge that gets old is replaced while somebody sees the page.
 * @param enter called with the session, at most once
 * @param fail called with the failure of a passkey that was picked
 */
export async function offerPasskeys(
  signal: AbortSignal,
  enter: (session: Session) => unknown,
  fail: (error: unknown) => void,
) {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  while (!signal.aborted) {
    const picked = await pickedInTime(signal);
    if (picked === 'late' && document.visibilityState === 'visible') continue;
    if (picked === 'late' || picked === null) return;
    try {
      await enter(await signInWith(picked));
      return;
    } catch (error) {
      fail(error);
    }
  }
}

/** The passkey picked among the suggestions; `late` when the challenge gets old, null when nothing is offered. */
async function pickedInTime(signal: AbortSignal) {
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const optionsJSON = await signInOptions();
    if (signal.aborted) return null;
    timer = setTimeout(() => {
      isLate = true;
      WebAuthnAbortService.cancelCeremony();
    }, passkeyTimeoutMs - 60_000);
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } catch {
    return isLate ? 'late' : null;
  } finally {
    clearTimeout(timer);
  }
}

/** Adds a passkey to the person's account, with recovery codes if they have none. Fails as `ask` does. */
export async function addPasskey(name: string, proof: Proof) {
  const body = { proof: await proofOf(proof) };
  const optionsJSON = await request(passkeyCreationOptions, passkeyPaths.addOptions, {
    ...{ method: 'POST', body },
  });
  const passkey = await ask(() => startRegistration({ optionsJSON }));
  return request(addedPasskey, passkeyPaths.own, { method: 'POST', body: { name, passkey } });
}

/** Ends a sign-in whose password was right. Fails as `ask` does, and with 'sign-in-expired'. */
export async function passSecondStep(): Promise<Session> {
  const options = { method: 'POST' } as const;
  const asked = await request(passkeyRequestOptions, passkeyPaths.secondStepOptions, options);
  const passkey = await signWithPasskey(asked);
  return request(session, passkeyPaths.secondStep, { method: 'POST', body: { passkey } });
}

/** Renames one of the person's passkeys. */
export function renamePasskey(body: PasskeyRenameRequest) {
  return request(ownAccount, passkeyPaths.own, { method: 'PUT', body });
}

/** Removes one of the person's passkeys. Fails as `ask` does. */
export async function removePasskey(id: string, proof: Proof) {
  const body = { id, proof: await proofOf(proof) };
  const account = await request(ownAccount, passkeyPaths.own, { method: 'DELETE', body });
  await offerNoMore(id);
  return account;
}

/** Signs what the server asks for with one of the passkeys that it allows. Fails as `ask` does. */
export function signWithPasskey(optionsJSON: PasskeyRequestOptions) {
  return ask(() => startAuthentication({ optionsJSON }));
}

/** What the server is shown as proof. Fails as `ask` does. */
export async function proofOf(proof: Proof) {
  if (proof !== 'passkey') return proof;
  const options = { method: 'POST' } as const;
  const asked = await request(passkeyRequestOptions, passkeyPaths.proofOptions, options);
  return { passkey: await signWithPasskey(asked) };
}

function signInOptions() {
  return request(passkeyRequestOptions, passkeyPaths.signInOptions, { method: 'POST' });
}

async function signInWith(passkey: { id: string }) {
  try {
    return await request(session, passkeyPaths.signIn, { method: 'POST', body: { passkey } });
  } catch (error) {
    if (isFailure(error, 'passkey-unknown')) await offerNoMore(passkey.id);
    throw error;
  }
}

/**
 * Tells the device that this passkey signs nobody in any more, where the browser can (WebAuthn level 3, 5.1.10): else
 * it is offered again and again.
 */
async function offerNoMore(credentialId: string) {
  const { signalUnknownCredential: signal } = window.PublicKeyCredential ?? {};
  if (typeof signal !== 'function') return;
  const gone = { rpId: window.location.hostname, credentialId };
  // A device that does not take it goes on as before: the passkey itself is gone.
  await signal.call(window.PublicKeyCredential, gone).catch(() => {});
}

/**
 * Opens the browser's dialog. Fails with an ApiError: 'passkey-cancelled' when the person closed it or took too
 * long, 'passkey-exists' when this device has one already, 'passkey-unsupported' when the browser can't.
 */
async function ask<T>(open: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new ApiError('passkey-unsupported');
  try {
    return await open();
  } catch (error) {
    throw new ApiError(faults[error instanceof Error ? error.name : ''] ?? 'passkey-unsupported');
  }
}

const faults: Record<string, 'passkey-cancelled' | 'passkey-exists'> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-exists',
};
