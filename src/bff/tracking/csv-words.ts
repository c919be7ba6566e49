import type { AppLocale } from '../../contract/api/languages.ts';
import type { transferStates } from '../../contract/transfer-state.ts';
import type { columns, senderColumns } from './csv.ts';

export type CsvWords = {
  headings: Record<(typeof columns)[number] | (typeof senderColumns)[number], string>;
  /** As in the app: see `useStateWord`. */
  states: Record<(typeof transferStates)[number], string>;
};

/** What a CSV file says in each language in place of the contract's field names and states. */
export const csvWords: Record<AppLocale, CsvWords> = {
  en: {
    headings: {
      id: 'Number',
      state: 'State',
      source_amount: 'Amount sent',
      source_amount_currency: 'Currency sent',
      destination_amount: 'Recipient gets',
      destination_amount_currency: 'Recipient currency',
      destination_account_id: 'Recipient number',
      alias: 'Nickname',
      first_seen_at: 'First seen (UTC)',
      ended_at: 'Ended (UTC)',
      country: 'Country',
      bank: 'Bank',
      account_ending: 'Account ending',
      sender: 'Sender',
      sender_email: 'Sender email',
    },
    states: {
      pending: 'Pending',
      assigned: 'In progress',
      executed: 'Completed',
      rejected: 'Rejected',
    },
  },
  es: {
    headings: {
      id: 'Número',
      state: 'Estado',
      source_amount: 'Monto enviado',
      source_amount_currency: 'Moneda enviada',
      destination_amount: 'El destinatario recibe',
      destination_amount_currency: 'Moneda del destinatario',
      destination_account_id: 'Número del destinatario',
      alias: 'Alias',
      first_seen_at: 'Vista por primera vez (UTC)',
      ended_at: 'Finalizada (UTC)',
      country: 'País',
      bank: 'Banco',
      account_ending: 'Final de la cuenta',
      sender: 'Remitente',
      sender_email: 'Correo del remitente',
    },
    states: {
      pending: 'Pendiente',
      assigned: 'En proceso',
      executed: 'Completada',
      rejected: 'Rechazada',
    },
  },
  pt: {
    headings: {
      id: 'Número',
      state: 'Status',
      source_amount: 'Valor enviado',
      source_amount_currency: 'Moeda enviada',
      destination_amount: 'O destinatário recebe',
      destination_amount_currency: 'Moeda do destinatário',
      destination_account_id: 'Número do destinatário',
      alias: 'Apelido',
      first_seen_at: 'Vista pela primeira vez (UTC)',
      ended_at: 'Encerrada (UTC)',
      country: 'País',
      bank: 'Banco',
      account_ending: 'Final da conta',
      sender: 'Remetente',
      sender_email: 'E-mail do remetente',
    },
    states: {
      pending: 'Pendente',
      assigned: 'Em andamento',
      executed: 'Concluída',
      rejected: 'Recusada',
    },
  },
};
