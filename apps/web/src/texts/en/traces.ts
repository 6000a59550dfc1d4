// Used only by administrators and loaded with their page (texts/traces.ts).

/** The input of a sentence: the step's values, and the names of the users involved. */
export type StepValues = {
  values: Record<string, string | number>
  who: string
  several: boolean
  ok: boolean | undefined
}

const kinds: Record<string, string> = {
  create: 'the invoice',
  approve: 'the approval',
  cancel: 'the cancellation',
  refund: 'the refund',
}
const kindOf = ({ values }: StepValues) => kinds[String(values.kind)] ?? String(values.kind)
const sumOf = ({ values }: StepValues) => (values.amount === undefined ? '' : ` of ${values.amount} ${values.currency}`)
const events: Record<string, string> = {
  in: 'an incoming call',
  out: 'an outgoing call',
  answer: 'that the call was answered',
  hangup: 'the end of the call',
}

const resolvedBy: Record<string, string> = {
  'client-id': 'by clientId',
  'api-key': 'by its API key',
  extension: 'by the extension',
  'only-module': 'the only telephony module',
}
const matchedBy: Record<string, string> = {
  e164: 'full number',
  tail: 'last digits',
}
const outcomes: Record<string, string> = {
  rings: 'ringing',
  forwarded: 'forwarded to someone else',
  answered: 'answered',
  ended: 'ended',
  'ended-before': 'had already ended',
  'start-added': 'had already ended; the start was added',
  'recorded-before': 'already in the call history',
  lost: 'status unknown',
}
const results: Record<string, string> = {
  answered: 'answered',
  'no answer': 'no answer',
  busy: 'busy',
  failed: 'failed',
  'not allowed': 'not allowed',
  unknown: 'result unknown',
}
const closed: Record<string, string> = {
  'answered elsewhere': 'answered elsewhere',
  'moved on': 'forwarded',
  ended: 'call ended',
  lost: 'call status unknown',
}
const textOf = (texts: Record<string, string>, code: string | number | undefined) => texts[String(code)] ?? code
const joined = (...parts: (string | number | undefined | false)[]) => parts.filter(Boolean).join(', ')

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
  verdict: 'Result',
  verdicts: {
    'call.shown': ({ who }) => `Call card shown to ${who}`,
    'call.offline': ({ who, several }) => `No card: ${who} ${several ? 'were' : 'was'} not signed in`,
    'call.unconfirmed': ({ who }) => `No card: the browser of ${who} did not show it`,
    'call.unassigned': ({ who }) => `No card: nobody has the extension ${who}`,
    'call.nobody-named': () => 'No card: the exchange named no extension and no user',
    'call.only-hangup': () => 'No card: the exchange reported only the end of the call',
    'call.too-late': () => 'No card: the call had already ended when its start was reported',
    'call.uploaded': () => 'No card: the exchange reported no event, only the finished call',
    'invoice.status': (verdict) => `${verdict.values.status}: invoice${sumOf(verdict)}`,
    'invoice.not-issued': ({ values }) => joined('Invoice not issued', values.said),
    'invoice.discrepancies': ({ values }) => `Reports that do not match the invoice: ${values.count}`,
    'operation.unknown': (verdict) => `Result not known: ${kindOf(verdict)}. Do not repeat it`,
    'operation.in-progress': (verdict) => `In progress: ${kindOf(verdict)}`,
    'operation.rejected': (verdict) => joined(`The module rejected ${kindOf(verdict)}`, verdict.values.said),
    'message.received': () => 'Message received from the customer',
    'message.sending': () => 'Message not delivered yet',
    'message.sent': () => 'Message delivered to the messenger',
    'message.seen': () => 'Message read by the customer',
    'message.failed': ({ values }) => joined('Message not delivered', values.said),
    'webhooks.failed': ({ values }) => `Webhooks that failed after all attempts: ${values.count}`,
    'webhooks.pending': ({ values }) => `Webhooks waiting for the next attempt: ${values.count}`,
  } as Record<string, (verdict: StepValues) => string>,
  details: {
    'event.module': ({ values }) => joined(values.module, textOf(resolvedBy, values.by)),
    'event.number': ({ values }) => joined(values.key),
    'event.customers': ({ values }) => joined(values.count, textOf(matchedBy, values.by)),
    'event.call': ({ values }) =>
      values.outcome &&
      joined(
        values.call ? `call ${values.call}` : 'new call',
        textOf(outcomes, values.outcome),
        textOf(results, values.result),
      ),
    'event.card': ({ ok, values }) => (ok ? undefined : textOf(outcomes, values.outcome)),
  } as Record<string, (step: StepValues) => string | number | undefined>,
  steps: {
    'request.in': ({ values }) => `The module sent ${values.method} ${values.path}`,
    'request.out': ({ values }) => `We sent ${values.method} ${values.path}`,
    'event.received': ({ values }) => `The exchange reported ${textOf(events, values.type)}`,
    'event.module': () => 'Module identified',
    'event.number': ({ ok }) => (ok ? 'Phone number recognised' : 'Not a valid phone number'),
    'event.customers': ({ ok }) => (ok ? 'Customers found by phone number' : 'No customer has this number'),
    'event.extensions': ({ ok, who }) =>
      ok
        ? `Extensions assigned to: ${who}`
        : `Some extensions are not assigned: ${who || 'the event has no extension'}`,
    'event.online': ({ ok, who }) => (ok ? 'All of them are signed in' : `Not signed in: ${who || 'presence unknown'}`),
    'event.call': () => 'Call saved',
    'event.card': ({ ok, who }) => (ok ? `Call card addressed to ${who}` : 'No one to show the call card to'),
    'card.sent': ({ who }) => `Call card ready for ${who}`,
    'card.shown': ({ who }) => `Call card shown in the browser of ${who}`,
    'card.unseen': ({ who }) => `No browser of ${who} confirmed showing the call card`,
    'card.closed': ({ who, values }) => `Call card of ${who} closed: ${textOf(closed, values.because)}`,
    'call.uploaded': () => 'Call uploaded with the call history',
    'invoice.issued': (step) => `Invoice${sumOf(step)} issued`,
    'operation.requested': (step) =>
      `${step.who || step.values.by || 'Someone'} requested ${kindOf(step)}${sumOf(step)}`,
    'operation.sent': (step) => `Waiting for the response to ${kindOf(step)}`,
    'operation.unknown': (step) => `Result of ${kindOf(step)} not known yet`,
    'operation.accepted': (step) => `Module accepted ${kindOf(step)}; in progress`,
    'operation.confirmed': (step) => `Module confirmed ${kindOf(step)}`,
    'operation.rejected': (step) => `Module rejected ${kindOf(step)}`,
    'operation.superseded': (step) => `Report from the module completed ${kindOf(step)}`,
    'operation.needs_human': (step) => `Result of ${kindOf(step)} has to be checked by an administrator`,
    'check.passed': () => 'Check before the charge passed',
    'check.refused': () => 'Check before the charge failed',
    report: ({ values }) => (values.status ? `Module reported: ${values.status}` : 'Module sent a report'),
    moved: ({ values }) => `Invoice status: ${values.to}`,
    disagreed: ({ values }) => `${values.kind}. See Discrepancies`,
    'routing.call': ({ who }) => (who ? `Router’s choice: ${who}` : 'Router’s choice: no one'),
    'routing.assigned': ({ who }) => `Assigned to ${who}`,
    'routing.waits': () => 'No one can take the chat now: it waits',
    'routing.reassigned': ({ who }) => `Waited too long, reassigned to ${who}`,
    'routing.leads-notified': () => 'Waited too long, team leads notified',
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
  } as Record<string, (step: StepValues) => string>,
}
