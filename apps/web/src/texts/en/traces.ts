// Read by administrators alone: loaded with their page (texts/traces.ts).

/** What a sentence may speak of: the step's values, and the people whom it concerns. */
export type Told = { values: Record<string, string | number>; who: string; ok: boolean | undefined }

const kinds: Record<string, string> = {
  create: 'the invoice',
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
  titles: { call: 'Call trace', invoice: 'Invoice trace', message: 'Message trace' },
  abouts: {
    call: 'Why a call card appeared or did not: every event from the exchange, step by step, up to the browser.',
    invoice: 'How the invoice got its status: who requested what, and what the module answered.',
    message: 'Delivery of the message and its reactions, here and in the messenger.',
  },
  openCustomer: 'Open customer',
  openOrder: 'Open order',
  openChat: 'Open conversation',
  exchange: 'Request and response',
  took: (ms: number) => `${ms} ms`,
  emptyTitle: 'No steps recorded',
  emptyWhat: 'Steps of old calls, invoices and messages are deleted after a while.',
  steps: {
    'request.in': ({ values }) => `The module sent ${values.method} ${values.path}`,
    'request.out': ({ values }) => `We sent ${values.method} ${values.path}`,
    'event.received': ({ values }) => `The exchange reported ${events[String(values.says)] ?? values.says}`,
    'event.module': () => 'Module identified',
    'event.number': ({ ok }) => (ok ? 'Phone number recognised' : 'Not a valid phone number'),
    'event.customers': ({ ok }) => (ok ? 'Customers found by phone number' : 'No customer has this number'),
    'event.extensions': ({ ok, who }) =>
      ok
        ? `Extensions assigned to: ${who}`
        : `Some extensions are not assigned: ${who || 'the event has no extension'}`,
    'event.online': ({ ok, who }) => (ok ? 'All of them are signed in' : `Not signed in: ${who || 'presence unknown'}`),
    'event.call': () => 'Call saved',
    'event.card': ({ ok, who }) => (ok ? `Call card for ${who}` : 'No one to show the call card to'),
    'card.sent': ({ who }) => `Call card sent to the browser of ${who}`,
    'card.shown': ({ who }) => `Call card shown in the browser of ${who}`,
    'card.unseen': ({ who }) => `No browser of ${who} confirmed showing the call card`,
    'card.closed': ({ who, values }) => `Call card of ${who} closed: ${values.because}`,
    'call.uploaded': () => 'Call uploaded with the call history. No event was reported, so no call card appeared',
    'invoice.issued': (told) => `Invoice${sumOf(told)} issued`,
    'operation.requested': (told) =>
      `${told.who || told.values.by || 'Someone'} requested ${kindOf(told)}${sumOf(told)}`,
    'operation.sent': (told) => `Waiting for the response to ${kindOf(told)}`,
    'operation.unknown': (told) => `Result of ${kindOf(told)} not known yet`,
    'operation.accepted': (told) => `Module accepted ${kindOf(told)}; in progress`,
    'operation.confirmed': (told) => `Module confirmed ${kindOf(told)}`,
    'operation.rejected': (told) => `Module rejected ${kindOf(told)}`,
    'operation.superseded': (told) => `Report from the module completed ${kindOf(told)}`,
    'operation.needs_human': (told) => `Result of ${kindOf(told)} has to be checked by an administrator`,
    'check.passed': () => 'Check before the charge passed',
    'check.refused': () => 'Check before the charge failed',
    report: ({ values }) => (values.status ? `Module reported: ${values.status}` : 'Module sent a report'),
    moved: ({ values }) => `Invoice status: ${values.to}`,
    disagreed: ({ values }) => `Report does not match the invoice (${values.kind}); see Discrepancies`,
    'message.received': () => 'Message received from the messenger',
    'message.written': ({ who }) => `${who || 'Someone'} wrote the message`,
    'reaction.ofUser': ({ who, values }) => `${who} reacted ${values.emoji}`,
    'reaction.ofClient': ({ values }) => `Customer reacted ${values.emoji}`,
    'webhook.queued': ({ values }) =>
      `Webhook queued: ${[values.type, values.old, values.old && values.emoji && '→', values.emoji].filter(Boolean).join(' ')}`,
    'webhook.tried': ({ ok }) => (ok ? 'Webhook accepted by the module' : 'Webhook not accepted by the module'),
    'webhook.delivered': ({ values }) => `${values.type} delivered`,
    'webhook.failed': ({ values }) =>
      `${values.type} failed after all attempts. You can resend it from the page of the module`,
  } as Record<string, (told: Told) => string>,
}
