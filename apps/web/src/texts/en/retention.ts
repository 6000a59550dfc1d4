import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import { plural } from '../plural.ts'

const count = plural('en')

type Kind = { name: string; what: string; goes: (rows: number) => string }

export const retention = {
  title: 'How long data is kept',
  about: 'Older data is deleted for good, a little every hour. Orders, invoices and their history are always kept.',
  forever: 'For ever',
  days: (days: number) => count(days, { one: 'day', other: 'days' }),
  years: (years: number) => count(years, { one: 'year', other: 'years' }),
  held: (because: string, since: string) =>
    `Legal hold since ${since} (${because}): nothing is deleted. Only the operator of this installation can lift it.`,
  deletedTo: (date: string) => `Deleted up to ${date}.`,
  ask: 'Delete old data?',
  before: (what: string, date: string) => `Before ${date}: ${what}`,
  more: (what: string) => `more than ${what}`,
  cannotUndo: 'This cannot be undone.',
  confirm: 'Save and delete',
  kinds: {
    calls: {
      name: 'Calls',
      what: 'Deleted with their events, notes and transcripts. Recordings are at the exchange and follow its own settings. Reports keep their figures, and the customer’s timeline its entries.',
      goes: (rows) => count(rows, { one: 'call', other: 'calls' }),
    },
    messages: {
      name: 'Messages',
      what: 'Deleted with their files and reactions. A conversation goes when nothing happened in it since. Reports keep their figures.',
      goes: (rows) => count(rows, { one: 'message', other: 'messages' }),
    },
    timeline: {
      name: 'Timeline',
      what: 'What happened to customers and orders. The customers and orders themselves stay.',
      goes: (rows) => count(rows, { one: 'timeline entry', other: 'timeline entries' }),
    },
    'action-log': {
      name: 'Action Log',
      what: 'Who did what in this account. At least a year is kept.',
      goes: (rows) => count(rows, { one: 'record of the Action Log', other: 'records of the Action Log' }),
    },
    traffic: {
      name: 'Request log',
      what: 'Requests from and to modules, with their answers.',
      goes: (rows) => count(rows, { one: 'request', other: 'requests' }),
    },
    webhooks: {
      name: 'Webhook events',
      what: 'Events for chat modules and the attempts to deliver them. A module cannot ask for older ones again.',
      goes: (rows) => count(rows, { one: 'event', other: 'events' }),
    },
    'payment-reports': {
      name: 'Payment reports',
      what: 'Reports of payment modules as they were received. Their results stay with the invoice. At least two years are kept.',
      goes: (rows) => count(rows, { one: 'report', other: 'reports' }),
    },
  } satisfies Record<RetentionKind, Kind> as Record<RetentionKind, Kind>,
}
