// Read by administrators alone: loaded with their page (texts/traces.ts).

/** What a sentence may speak of: the step's values, and the people whom it concerns. */
export type Told = { values: Record<string, string | number>; who: string; ok: boolean | undefined }

const kinds: Record<string, string> = {
  create: 'the issue',
  approve: 'the approval',
  cancel: 'the cancellation',
  refund: 'the refund',
}
const kindOf = ({ values }: Told) => kinds[String(values.kind)] ?? String(values.kind)
const sumOf = ({ values }: Told) => (values.amount === undefined ? '' : ` of ${values.amount} ${values.currency}`)
const events: Record<string, string> = {
  in: 'an incoming call',
  out: 'an outgoing call',
  hangup: 'the end of the call',
}

export const traces = {
  titles: { call: 'Trace of the call', invoice: 'Trace of the invoice', message: 'Trace of the message' },
  abouts: {
    call: 'Why a card did or did not appear: what each event of the exchange went through, up to the browser.',
    invoice: 'How the invoice came to stand where it stands: who asked, what the module was asked and answered.',
    message: 'What became of the message and its reactions, here and at the messenger.',
  },
  openCustomer: 'Open the customer',
  openOrder: 'Open the order',
  openChat: 'Open the conversation',
  exchange: 'Request and answer',
  took: (ms: number) => `${ms} ms`,
  emptyTitle: 'Nothing was written down',
  emptyWhat: 'The steps of old calls, invoices and messages are cleared after a while.',
  steps: {
    'request.in': ({ values }) => `The module sent ${values.method} ${values.path}`,
    'request.out': ({ values }) => `We sent ${values.method} ${values.path}`,
    'event.received': ({ values }) => `The exchange reported ${events[String(values.says)] ?? values.says}`,
    'event.module': () => 'The module was recognised',
    'event.number': ({ ok }) => (ok ? 'The number was read' : 'The number could not be read as a phone number'),
    'event.customers': ({ ok }) => (ok ? 'Customers were found by the number' : 'No customer has this number'),
    'event.extensions': ({ ok, who }) =>
      ok ? `The extensions belong to: ${who}` : `Not every extension belongs to somebody: ${who || 'none was named'}`,
    'event.online': ({ ok, who }) =>
      ok ? 'Everybody who was named is signed in' : `Not signed in: ${who || 'it could not be found out'}`,
    'event.call': () => 'The call was kept',
    'event.card': ({ ok, who }) => (ok ? `The card is for ${who}` : 'There is nobody to show a card to'),
    'card.sent': ({ who }) => `The card was sent to the browser of ${who}`,
    'card.shown': ({ who }) => `The browser of ${who} showed the card`,
    'card.unseen': ({ who }) => `No browser of ${who} has said that it showed the card`,
    'card.closed': ({ who, values }) => `The card of ${who} was taken back: ${values.because}`,
    'call.uploaded': () => 'The call came with the uploaded history: no event was reported, so no card could appear',
    'invoice.issued': (told) => `An invoice${sumOf(told)} was issued`,
    'operation.requested': (told) =>
      `${told.who || told.values.by || 'Somebody'} asked for ${kindOf(told)}${sumOf(told)}`,
    'operation.sent': (told) => `Waiting for the answer to ${kindOf(told)}`,
    'operation.unknown': (told) => `Nobody knows yet what became of ${kindOf(told)}`,
    'operation.accepted': (told) => `The module took on ${kindOf(told)}; it is under way`,
    'operation.confirmed': (told) => `The module confirmed ${kindOf(told)}`,
    'operation.rejected': (told) => `The module refused ${kindOf(told)}`,
    'operation.superseded': (told) => `What the module reported settled ${kindOf(told)}`,
    'operation.needs_human': (told) => `A person has to find out what became of ${kindOf(told)}`,
    'check.passed': () => 'The check before the charge passed',
    'check.refused': () => 'The check before the charge was refused',
    report: ({ values }) => (values.status ? `The module reported: ${values.status}` : 'The module reported'),
    moved: ({ values }) => `The invoice is now: ${values.to}`,
    disagreed: ({ values }) => `The report does not fit the invoice (${values.kind}); see Discrepancies`,
    'message.received': () => 'The message came from the messenger',
    'message.written': ({ who }) => `${who || 'Somebody'} wrote the message`,
    'reaction.ofUser': ({ who, values }) => `${who} reacted ${values.emoji}`,
    'reaction.ofClient': ({ values }) => `The client reacted ${values.emoji}`,
    'webhook.queued': ({ values }) =>
      `The messenger is to be told: ${[values.type, values.old, values.old && values.emoji && '→', values.emoji].filter(Boolean).join(' ')}`,
    'webhook.tried': ({ ok }) => (ok ? 'The messenger was told' : 'The messenger did not take it'),
    'webhook.delivered': ({ values }) => `${values.type} is delivered`,
    'webhook.failed': ({ values }) => `${values.type} was given up; it can be sent again from the module’s page`,
  } as Record<string, (told: Told) => string>,
}
