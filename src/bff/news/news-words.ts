import type { AppLocale } from '../../contract/api/languages.ts';
import type { NewsKind } from '../../contract/api/news.ts';

/** The kinds that a person is told; `review` is told as a `review-digest`. */
export type ToldKind = Exclude<NewsKind, 'review'>;

/** What a text can name: nothing personal. */
export type Facts = {
  /** The transfer's number, '' if it is about none. */
  transfer: string;
  /** How many sends and look-alikes need review. */
  count: number;
  /** When it happened, written for the person. */
  at: string;
};

type NewsText = {
  /** Subject of the mail and title of the notification: seen on locked screens. */
  title: string;
  /** What happened, then what to do. */
  lines: (facts: Facts) => [happened: string, next: string];
  /** The label of the link. */
  link: string;
};

export type NewsWords = Record<ToldKind, NewsText> & {
  /** Why this mail came, and where to change that. */
  footer: string;
  settings: string;
  /** In place of that, under security mail. */
  securityFooter: string;
};

/** What mails and notifications say in each language. */
export const newsWords: Record<AppLocale, NewsWords> = {
  en: {
    completed: {
      title: 'Your transfer is completed',
      lines: ({ transfer }) => [
        `Transfer ${transfer} is completed.`,
        'There is nothing to do. If the money is missing, ask the recipient’s bank first.',
      ],
      link: 'Open transfer',
    },
    rejected: {
      title: 'Your transfer was rejected',
      lines: ({ transfer }) => [
        `Transfer ${transfer} was rejected.`,
        'Open it to see what you can do next.',
      ],
      link: 'Open transfer',
    },
    unresolved: {
      title: 'We couldn’t confirm your transfer',
      lines: () => [
        'We couldn’t confirm one of your transfers. Please don’t send it again.',
        'It may have gone through. Support is reviewing it, and we will tell you the result.',
      ],
      link: 'Open transfer',
    },
    confirmed: {
      title: 'Your transfer did go through',
      lines: () => [
        'The transfer that we couldn’t confirm did go through.',
        'Please don’t send it again.',
      ],
      link: 'Open transfer',
    },
    'not-sent': {
      title: 'Your transfer was not sent',
      lines: () => [
        'The transfer that we couldn’t confirm was not sent. No money moved.',
        'You can send it again if you still want to.',
      ],
      link: 'Open transfer',
    },
    'review-digest': {
      title: 'Transfers need review',
      lines: ({ count }) => [
        count === 1 ? '1 transfer needs review.' : `${count} transfers need review.`,
        'Open Support to resolve them.',
      ],
      link: 'Open Support',
    },
    'new-device': {
      title: 'New sign-in to your account',
      lines: ({ at }) => [
        `Someone signed in to your account on a new device on ${at}.`,
        'If it was you, there is nothing to do. If not, contact support now.',
      ],
      link: 'Open your account',
    },
    'password-changed': {
      title: 'Your password was changed',
      lines: ({ at }) => [
        `The password of your account was changed on ${at}.`,
        'If you didn’t ask for it, contact support now.',
      ],
      link: 'Open your account',
    },
    test: {
      title: 'This is a test',
      lines: () => [
        'This is how we will tell you about your transfers.',
        'There is nothing to do.',
      ],
      link: 'Open settings',
    },
    footer: 'You get this because you have an account here. You can change what we tell you.',
    settings: 'Change what we tell you',
    securityFooter: 'We always send mails about the security of your account.',
  },
  es: {
    completed: {
      title: 'Su transferencia está completada',
      lines: ({ transfer }) => [
        `La transferencia ${transfer} está completada.`,
        'No tiene que hacer nada. Si falta el dinero, pregunte primero al banco del destinatario.',
      ],
      link: 'Abrir transferencia',
    },
    rejected: {
      title: 'Su transferencia fue rechazada',
      lines: ({ transfer }) => [
        `La transferencia ${transfer} fue rechazada.`,
        'Ábrala para ver qué puede hacer ahora.',
      ],
      link: 'Abrir transferencia',
    },
    unresolved: {
      title: 'No pudimos confirmar su transferencia',
      lines: () => [
        'No pudimos confirmar una de sus transferencias. Por favor, no la envíe otra vez.',
        'Es posible que haya salido. Soporte la está revisando y le diremos el resultado.',
      ],
      link: 'Abrir transferencia',
    },
    confirmed: {
      title: 'Su transferencia sí salió',
      lines: () => [
        'La transferencia que no pudimos confirmar sí salió.',
        'Por favor, no la envíe otra vez.',
      ],
      link: 'Abrir transferencia',
    },
    'not-sent': {
      title: 'Su transferencia no salió',
      lines: () => [
        'La transferencia que no pudimos confirmar no salió. No se movió dinero.',
        'Puede enviarla otra vez si todavía quiere.',
      ],
      link: 'Abrir transferencia',
    },
    'review-digest': {
      title: 'Hay transferencias que requieren revisión',
      lines: ({ count }) => [
        count === 1
          ? '1 transferencia requiere revisión.'
          : `${count} transferencias requieren revisión.`,
        'Abra Soporte para resolverlas.',
      ],
      link: 'Abrir Soporte',
    },
    'new-device': {
      title: 'Nuevo inicio de sesión en su cuenta',
      lines: ({ at }) => [
        `Alguien inició sesión en su cuenta en un dispositivo nuevo el ${at}.`,
        'Si fue usted, no tiene que hacer nada. Si no, contacte a soporte ahora.',
      ],
      link: 'Abrir su cuenta',
    },
    'password-changed': {
      title: 'Su contraseña cambió',
      lines: ({ at }) => [
        `La contraseña de su cuenta cambió el ${at}.`,
        'Si usted no lo pidió, contacte a soporte ahora.',
      ],
      link: 'Abrir su cuenta',
    },
    test: {
      title: 'Esta es una prueba',
      lines: () => ['Así le avisaremos sobre sus transferencias.', 'No tiene que hacer nada.'],
      link: 'Abrir configuración',
    },
    footer: 'Recibe este mensaje porque tiene una cuenta aquí. Puede cambiar lo que le avisamos.',
    settings: 'Cambiar lo que le avisamos',
    securityFooter: 'Siempre enviamos los mensajes sobre la seguridad de su cuenta.',
  },
  pt: {
    completed: {
      title: 'Sua transferência foi concluída',
      lines: ({ transfer }) => [
        `A transferência ${transfer} foi concluída.`,
        'Você não precisa fazer nada. Se o dinheiro não chegou, pergunte primeiro ao banco do destinatário.',
      ],
      link: 'Abrir transferência',
    },
    rejected: {
      title: 'Sua transferência foi recusada',
      lines: ({ transfer }) => [
        `A transferência ${transfer} foi recusada.`,
        'Abra-a para ver o que você pode fazer agora.',
      ],
      link: 'Abrir transferência',
    },
    unresolved: {
      title: 'Não conseguimos confirmar sua transferência',
      lines: () => [
        'Não conseguimos confirmar uma das suas transferências. Por favor, não a envie de novo.',
        'Ela pode ter sido feita. O suporte está analisando, e avisaremos você do resultado.',
      ],
      link: 'Abrir transferência',
    },
    confirmed: {
      title: 'Sua transferência foi feita',
      lines: () => [
        'A transferência que não conseguimos confirmar foi feita.',
        'Por favor, não a envie de novo.',
      ],
      link: 'Abrir transferência',
    },
    'not-sent': {
      title: 'Sua transferência não foi feita',
      lines: () => [
        'A transferência que não conseguimos confirmar não foi feita. Nenhum dinheiro saiu.',
        'Você pode enviá-la de novo se ainda quiser.',
      ],
      link: 'Abrir transferência',
    },
    'review-digest': {
      title: 'Há transferências que precisam de análise',
      lines: ({ count }) => [
        count === 1
          ? '1 transferência precisa de análise.'
          : `${count} transferências precisam de análise.`,
        'Abra Suporte para resolvê-las.',
      ],
      link: 'Abrir Suporte',
    },
    'new-device': {
      title: 'Novo acesso à sua conta',
      lines: ({ at }) => [
        `Alguém entrou na sua conta em um novo dispositivo em ${at}.`,
        'Se foi você, não precisa fazer nada. Se não, fale com o suporte agora.',
      ],
      link: 'Abrir sua conta',
    },
    'password-changed': {
      title: 'Sua senha foi alterada',
      lines: ({ at }) => [
        `A senha da sua conta foi alterada em ${at}.`,
        'Se você não pediu isso, fale com o suporte agora.',
      ],
      link: 'Abrir sua conta',
    },
    test: {
      title: 'Este é um teste',
      lines: () => [
        'É assim que avisaremos você sobre as suas transferências.',
        'Você não precisa fazer nada.',
      ],
      link: 'Abrir configurações',
    },
    footer: 'Você recebe esta mensagem porque tem uma conta aqui. Você pode mudar o que avisamos.',
    settings: 'Mudar o que avisamos',
    securityFooter: 'Sempre enviamos as mensagens sobre a segurança da sua conta.',
  },
};
