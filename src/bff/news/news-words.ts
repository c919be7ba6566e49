import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#msg';
import type { NewsKind } from '../../contract/api/news.ts';

/**
 * The kinds that a person is told; `review` is told as a `review-digest`, and `order-asks` as `order-forbidden` to who
 * is no sender any more.
 */
export type ToldKind = Exclude<NewsKind, 'review'> | 'order-forbidden';

/** What a text can name: nothing personal. */
export type Facts = {
  /** The transfer's number, '' if it is about none. */
  transfer: string;
  /** How many sends and look-alikes need review, or recovery codes are left. */
  count: number;
  /** When it happened, or counts from, written for the person. */
  at: string;
  /** Of the limit, '' if it is about none. */
  currency: string;
};

type NewsText = {
  /** Subject of the mail and title of the notification: seen on locked screens. */
  title: MessageDescriptor;
  /** May name `Facts`. */
  happened: MessageDescriptor;
  /** What to do. It names no fact, because notifications show it. */
  next: MessageDescriptor;
  /** The label of the link. */
  link: MessageDescriptor;
};

/** What mails and notifications say. */
export const newsTexts: Record<ToldKind, NewsText> = {
  completed: {
    title: msg({ message: 'Your transfer is completed' }),
    happened: msg({ message: 'Transfer {transfer} is completed.' }),
    next: msg({
      message: 'There is nothing to do. If the money is missing, ask the recipient’s bank first.',
    }),
    link: msg({ message: 'Open transfer' }),
  },
  rejected: {
    title: msg({ message: 'Your transfer was rejected' }),
    happened: msg({
      message: 'Transfer {transfer} was rejected: nothing was paid to the recipient.',
    }),
    // As on the transfer's pages.
    next: msg({
      message: 'The payment service doesn’t tell us whether your money comes back: ask support.',
    }),
    link: msg({ message: 'Open transfer' }),
  },
  unresolved: {
    title: msg({ message: 'We couldn’t confirm your transfer' }),
    happened: msg({
      message: 'We couldn’t confirm one of your transfers. Please don’t send it again.',
    }),
    next: msg({
      message:
        'It may have gone through. Support is reviewing it, and we will tell you the result.',
    }),
    link: msg({ message: 'Open transfer' }),
  },
  confirmed: {
    title: msg({ message: 'Your transfer did go through' }),
    happened: msg({ message: 'The transfer that we couldn’t confirm did go through.' }),
    next: msg({ message: 'Please don’t send it again.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'not-sent': {
    title: msg({ message: 'Your transfer was not sent' }),
    happened: msg({
      message: 'The transfer that we couldn’t confirm was not sent. No money moved.',
    }),
    next: msg({ message: 'You can send it again if you still want to.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-asks': {
    title: msg({ message: 'Your transfer was not sent' }),
    happened: msg({ message: 'We didn’t send one of your transfers. No money moved.' }),
    next: msg({ message: 'Open it to see why. Then send it or stop it.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-forbidden': {
    title: msg({ message: 'Your transfer was not sent' }),
    happened: msg({
      message:
        'We didn’t send one of your transfers: your account can’t send any more. No money moved.',
    }),
    next: msg({ message: 'You can’t send or stop it any more. Please ask your administrator.' }),
    link: msg({ message: 'Open your account' }),
  },
  'order-not-sent': {
    title: msg({ message: 'Your transfer was not sent' }),
    happened: msg({ message: 'We couldn’t send one of your transfers. No money moved.' }),
    next: msg({ message: 'Open it to see why. You can send it again.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-missed': {
    title: msg({ message: 'Your transfer was not sent' }),
    happened: msg({ message: 'We did not send one of your transfers on its day. No money moved.' }),
    next: msg({ message: 'We never send it later. Open it to see what comes next.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-unsure': {
    title: msg({ message: 'Please check your transfer' }),
    happened: msg({
      message: 'One of your transfers may have been sent or stopped. We lost our latest records.',
    }),
    next: msg({ message: 'Look for it in Transfers first. Then open it to decide.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-stopped': {
    title: msg({ message: 'Support stopped your transfer' }),
    // One that repeats may have been sent before.
    happened: msg({
      message: 'Support stopped one of your transfers. Nothing more of it is sent.',
    }),
    next: msg({ message: 'Open it to read why, and what was sent before.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-stopped-unsure': {
    title: msg({ message: 'Please check your transfer' }),
    happened: msg({
      message: 'One of your transfers may have been sent before it was stopped.',
    }),
    next: msg({ message: 'Look for it in Transfers first. Then open it to read why.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-stopped-by-colleague': {
    title: msg({ message: 'A colleague stopped your transfer' }),
    happened: msg({ message: 'A colleague stopped one of your transfers. We don’t send it.' }),
    next: msg({ message: 'Open it to see who stopped it.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-without-sender': {
    title: msg({ message: 'A transfer was not sent' }),
    happened: msg({
      message: 'We didn’t send a transfer: its sender can’t send any more. No money moved.',
    }),
    next: msg({ message: 'While they can’t send, it waits or ends. Open their page to stop it.' }),
    link: msg({ message: 'Open sender' }),
  },
  'order-without-sender-unsure': {
    title: msg({ message: 'Please check a transfer' }),
    happened: msg({
      message: 'A transfer may have been sent before a loss. Its sender can’t send any more.',
    }),
    next: msg({
      message: 'Nothing more of it is sent while they can’t. Open their page to stop it.',
    }),
    link: msg({ message: 'Open sender' }),
  },
  'approval-asked': {
    title: msg({ message: 'A transfer waits for your approval' }),
    happened: msg({ message: 'A transfer is not sent before a second person approves it.' }),
    next: msg({ message: 'Open it to approve or decline it.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-waits': {
    title: msg({ message: 'Your transfer is not sent yet' }),
    happened: msg({
      message: 'One of your transfers is not sent before a second person approves it.',
    }),
    next: msg({ message: 'There is nothing to do. We tell you what they decide.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-approved': {
    title: msg({ message: 'Your transfer was approved' }),
    happened: msg({ message: 'A second person approved one of your transfers.' }),
    next: msg({ message: 'Open it to see when it is sent, or that it was.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-declined': {
    title: msg({ message: 'Your transfer is not sent' }),
    happened: msg({
      message: 'A second person declined one of your transfers. Nothing more of it is sent.',
    }),
    next: msg({ message: 'Open it to read why.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'order-expired': {
    title: msg({ message: 'Your transfer is not sent' }),
    happened: msg({
      message: 'Nobody approved one of your transfers in time. Nothing more of it is sent.',
    }),
    next: msg({ message: 'You can send it again if you still want to.' }),
    link: msg({ message: 'Open transfer' }),
  },
  'review-digest': {
    title: msg({ message: 'Transfers need review' }),
    happened: msg({
      message: '{count, plural, one {# transfer needs review.} other {# transfers need review.}}',
    }),
    next: msg({ message: 'Open Support to resolve them.' }),
    link: msg({ message: 'Open Support' }),
  },
  'new-device': {
    title: msg({ message: 'New sign-in to your account' }),
    happened: msg({ message: 'Someone signed in to your account on a new device on {at}.' }),
    next: msg({ message: 'If it was you, there is nothing to do. If not, contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'password-changed': {
    title: msg({ message: 'Your password was changed' }),
    happened: msg({ message: 'The password of your account was changed on {at}.' }),
    next: msg({ message: 'If you didn’t ask for it, contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'passkey-added': {
    title: msg({ message: 'Passkey added to your account' }),
    happened: msg({ message: 'A passkey was added to your account on {at}. It can sign in.' }),
    next: msg({ message: 'If it wasn’t you, remove it in Settings and contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'passkey-removed': {
    title: msg({ message: 'Passkey removed from your account' }),
    happened: msg({ message: 'A passkey was removed from your account on {at}.' }),
    next: msg({ message: 'If it wasn’t you, contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'password-link': {
    title: msg({ message: 'Set a new password' }),
    happened: msg({ message: 'Someone asked for a new password for your account.' }),
    next: msg({
      message: 'This link works once, for 20 minutes. If you didn’t ask for it, ignore this email.',
    }),
    link: msg({ message: 'Set a new password' }),
  },
  'factor-added': {
    title: msg({ message: 'Two-step verification turned on' }),
    happened: msg({ message: 'Two-step verification was turned on for your account on {at}.' }),
    next: msg({ message: 'If it wasn’t you, contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'factor-removed': {
    title: msg({ message: 'Two-step verification turned off' }),
    happened: msg({ message: 'Two-step verification was turned off for your account on {at}.' }),
    next: msg({ message: 'If you didn’t ask for it, contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'recovery-code-used': {
    title: msg({ message: 'A recovery code was used' }),
    happened: msg({
      message:
        'Someone used a recovery code of your account on {at}. {count, plural, =0 {None is left.} one {# is left.} other {# are left.}}',
    }),
    next: msg({ message: 'If it wasn’t you, contact support now.' }),
    link: msg({ message: 'Open your account' }),
  },
  'limit-raised': {
    title: msg({ message: 'Your limit goes up' }),
    happened: msg({
      message: 'From {at} you can send more in {currency}. Your administrator raised your limit.',
    }),
    next: msg({ message: 'If you didn’t ask for it, contact support now.' }),
    link: msg({ message: 'Open limits' }),
  },
  invitation: {
    title: msg({ message: 'You’re invited' }),
    happened: msg({ message: 'You have an account here now. Set a password to use it.' }),
    next: msg({
      message: 'This link works once, for 7 days. If you don’t expect it, ignore this email.',
    }),
    link: msg({ message: 'Set your password' }),
  },
  test: {
    title: msg({ message: 'This is a test' }),
    happened: msg({ message: 'This is how we will tell you about your transfers.' }),
    next: msg({ message: 'There is nothing to do.' }),
    link: msg({ message: 'Open settings' }),
  },
};

/** What stands under mails. */
export const footers = {
  /** Why this mail came, and where to change that. */
  usual: msg({
    message:
      'You’re getting this email because you have an account here. You can change notifications.',
  }),
  settings: msg({ message: 'Change notifications' }),
  /** Under an invitation. */
  invitation: msg({ message: 'You’re getting this email because an administrator invited you.' }),
  /** Under security mail. */
  security: msg({ message: 'We always email you about the security of your account.' }),
};
