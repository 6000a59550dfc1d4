// Used only on Home and loaded with it (texts/home.ts).
import { plural } from '../plural.ts'

const count = plural('en')

export const home = {
  about: 'What needs someone now, who is here, and the last two weeks.',
  missed: {
    title: 'Missed calls to return',
    empty: 'No calls to return',
    all: 'All missed calls',
    called: 'Called',
    due: (distance: string, isLate: boolean) => (isLate ? `Was due ${distance}` : `Due ${distance}`),
  },
  chats: {
    title: 'Chats waiting for a reply',
    empty: 'No one is waiting for a reply',
    all: 'All chats',
    waits: 'Waiting for',
    noReply: 'No reply needed',
  },
  holds: {
    title: 'Holds that expire within 24 hours',
    empty: 'No hold expires within 24 hours',
    amount: (amount: string) => `${amount} on hold: approve or cancel`,
    expires: (distance: string, isLate: boolean) => (isLate ? `Expired ${distance}` : `Expires ${distance}`),
  },
  operations: {
    title: 'Payments that need a decision',
    empty: 'No payment needs a decision',
    what: 'Result unknown. Check with the payment provider, then record the result',
    since: 'For',
    kinds: {
      create: (amount: string) => `Invoice for ${amount}`,
      approve: (amount: string) => `Approval of ${amount}`,
      cancel: (amount: string) => `Cancellation of ${amount}`,
      refund: (amount: string) => `Refund of ${amount}`,
    },
  },
  tasks: { title: 'Tasks due today', empty: 'No tasks due today', all: 'All tasks' },
  team: {
    title: 'Team',
    offline: 'Offline',
    since: 'for',
    more: (number: number) => `Show ${number} more`,
  },
  charts: {
    calls: 'Incoming calls',
    payments: 'Paid',
    noPayments: 'No payments in the last 14 days',
    period: 'last 14 days',
    day: 'Day',
  },
  setup: {
    title: 'Set up your account',
    progress: (done: number, all: number) => `${done} of ${count(all, { one: 'step', other: 'steps' })} done`,
    done: 'Done:',
    hide: 'Hide',
    show: 'Show the setup checklist',
    areas: { telephony: 'Your first call', payments: 'Your first payment', chats: 'Your first message' },
    steps: {
      'telephony-key': ['Create an API key for your telephone exchange', 'Or connect a module in one step.'],
      'telephony-module': [
        'Connect the exchange',
        'Enter the key and this address in the exchange. It registers itself.',
      ],
      extensions: ['Assign extensions to your team', 'Then each manager sees the calls that ring for them.'],
      'external-numbers': ['Assign your numbers to shops', 'Then a call shows which shop the customer dialed.'],
      'first-call': ['Receive the first call', 'Dial one of your numbers. The call appears here.'],
      'payment-key': ['Create an API key for your payment provider', 'Or connect a module in one step.'],
      'payment-module': [
        'Connect the payment provider',
        'Enter the key and this address in the module. It registers itself.',
      ],
      'payment-shops': ['Set up the module and its shops', 'Open the account page of the module and activate a shop.'],
      'payment-type': ['Connect a payment type to a shop', 'Invoices can be issued for payments of this type.'],
      'first-invoice': ['Issue the first invoice', 'Open an order, add a payment, and issue an invoice.'],
      'first-payment': ['Receive the first payment', 'Send the payment link to the customer.'],
      'transport-key': ['Create an API key for your messenger', 'Or connect a module in one step.'],
      'transport-module': [
        'Connect the messenger',
        'Enter the key and this address in the module. It registers itself.',
      ],
      channel: ['Add a channel', 'The module adds one for each of your messenger accounts.'],
      'first-message': ['Receive the first message', 'Write to your channel. The conversation appears in Chats.'],
    } satisfies Record<string, [name: string, what: string]>,
  },
}
