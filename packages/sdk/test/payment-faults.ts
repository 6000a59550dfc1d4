import { jsonResponse } from '../src/request.ts'
import type { InjectedFault } from './correct-modules.ts'
import { type Fault, fault } from './faults.ts'

/** Changes the response to one action. */
const handler =
  (
    action: string,
    change: (body: { success?: boolean; result?: object; errorMsg?: string }) => object | false | undefined,
  ): NonNullable<InjectedFault['handler']> =>
  (correct) =>
  async (request) => {
    const answer = await correct(request)
    if (!answer || !request.url.includes(`/payment/${action}`) || answer.status === 401 || answer.status === 403)
      return answer
    const body = change(JSON.parse(String(answer.body)))
    return !body ? answer : { ...answer, status: 200, body: JSON.stringify(body) }
  }

const always = (action: string, body: object = { success: true }): NonNullable<InjectedFault['handler']> =>
  handler(action, () => body)

export const paymentFaults = (): Fault[] => [
  fault('registers an invalid currency', /registers itself/, {
    edit: (edit) => {
      const payment = edit.integrations?.payment
      return payment ? { ...edit, integrations: { payment: { ...payment, currencies: ['Euro'] } } } : edit
    },
  }),
  fault('returns its id at the top level and not in result', /returns the payment id/, {
    handler: handler('create', ({ success, result }) => success && { success, ...result }),
  }),
  fault('returns no link', /returns the payment id/, {
    handler: handler('create', ({ success, result }) => success && { success, result: { ...result, invoiceUrl: '' } }),
  }),
  fault('says success and nothing else', /returns the payment id/, {
    handler: handler('create', ({ success }) => success && { success }),
  }),
  fault('gives a link without its host', /returns the payment id/, {
    handler: handler(
      'create',
      ({ success, result }) => success && { success, result: { ...result, invoiceUrl: '/pay/1' } },
    ),
  }),
  fault('answers with a page of its framework', /returns the payment id/, {
    handler: (correct) => async (request) =>
      request.url.includes('/payment/create')
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>It works</h1>' }
        : correct(request),
  }),
  fault('answers with nothing', /returns the payment id/, {
    handler: (correct) => async (request) =>
      request.url.includes('/payment/create') ? { status: 200, headers: {}, body: '' } : correct(request),
  }),
  fault('gives a link that leads nowhere', /the link opens/, { page: async () => jsonResponse(404, {}) }),
  fault('gives every payment the same id', /another key creates another/, {
    handler: handler(
      'create',
      ({ success, result }) => success && { success, result: { ...result, paymentId: 'p-1' } },
    ),
  }),
  fault('returns errors in its own format', /create that is not JSON/, {
    handler: handler('create', ({ success, errorMsg }) => (success ? undefined : { error: errorMsg })),
  }),
  fault('crashes on invalid JSON', /create that is not JSON/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      return answer?.status === 400
        ? { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Error</h1>' }
        : answer
    },
  }),
  fault('accepts an invoice without an amount', /without amount/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      const missing = String(answer?.body).includes('create.amount')
      const result = { paymentId: crypto.randomUUID(), invoiceUrl: 'https://bank.test/1', cancellable: true }
      return missing ? jsonResponse(200, { success: true, result }) : answer
    },
  }),
  fault('accepts every currency', /currency that it did not register/, {
    payment: () => ({ currencies: ['EUR', 'XTS'] }),
    edit: (edit) => {
      const payment = edit.integrations?.payment
      return payment ? { ...edit, integrations: { payment: { ...payment, currencies: ['EUR'] } } } : edit
    },
  }),
  fault('approves what is not held', /approve refuses what is not held/, { handler: always('approve') }),
  fault('refunds what was never paid', /refund refuses what was not paid/, {
    handler: always('refund', { success: true, result: { id: 'r-1', status: 'succeeded', amount: 1 } }),
  }),
  fault('cancels payments that do not exist', /cancel refuses a payment that does not exist/, {
    handler: always('cancel'),
  }),
  fault('returns a statement without its list', /period without payments/, {
    handler: always('statement', { success: true, result: {} }),
  }),
  fault('returns the same statement for every period', /period without payments/, {
    handler: always('statement', {
      success: true,
      result: {
        lines: [{ type: 'payment', paymentId: 'p-1', amount: 1, currency: 'EUR', at: '2026-01-01T00:00:00Z' }],
      },
    }),
  }),
  fault('returns a statement for no period', /without a period/, {
    handler: always('statement', { success: true, result: { lines: [] } }),
  }),
  fault('leaves refunds out of the statement', /payment and its refund once/, {
    payment: (correct) => ({
      statement: async (request, context) => {
        const page = await correct.statement?.(request, context)
        return { ...page, lines: page?.lines.filter(({ type }) => type === 'payment') ?? [] }
      },
    }),
  }),
  fault('writes amounts of the statement in cents', /payment and its refund once/, {
    payment: (correct) => ({
      statement: async (request, context) => {
        const page = await correct.statement?.(request, context)
        return { ...page, lines: page?.lines.map((line) => ({ ...line, amount: Math.round(line.amount * 100) })) ?? [] }
      },
    }),
  }),
  fault('writes times of the statement without an offset', /payment and its refund once/, {
    payment: (correct) => ({
      statement: async (request, context) => {
        const page = await correct.statement?.(request, context)
        return { ...page, lines: page?.lines.map((line) => ({ ...line, at: line.at.slice(0, 19) })) ?? [] }
      },
    }),
  }),
  fault('includes the end of the period of a statement', /beginning of its period and not the end/, {
    payment: (correct) => ({
      statement: async ({ to, ...request }, context) =>
        (await correct.statement?.({ ...request, to: new Date(Date.parse(to) + 1).toISOString() }, context)) ?? {
          lines: [],
        },
    }),
  }),
  fault('returns pending for every payment', /status returns the state/, {
    handler: always('status', { success: true, result: { paymentId: 'p-1', status: 'pending' } }),
  }),
  fault('takes money without a check', /checks the invoice before/, {
    client: () => ({ checkInvoice: async () => ({ ok: true }) }),
  }),
  fault('ignores the body of a check', /check is negative/, {
    client: (client) => ({
      checkInvoice: async (check) => {
        await client.checkInvoice(check)
        return { ok: true }
      },
    }),
  }),
  fault('takes a failed check for a positive one', /check fails with 500/, {
    client: (client) => ({ checkInvoice: (check) => client.checkInvoice(check).catch(() => ({ ok: true })) }),
  }),
  fault('reports minor units', /checks the invoice before|sends nothing/, {
    client: (client) => ({ updateInvoice: (update) => client.updateInvoice({ ...update, amount: 1250 }) }),
  }),
  fault('reports an unknown status', /sends nothing/, {
    client: (client) => ({ updateInvoice: (update) => client.updateInvoice({ ...update, status: 'paid' as never }) }),
  }),
  fault('confuses its own id with the system’s', /sends nothing/, {
    client: (client) => ({
      updateInvoice: (update) => client.updateInvoice({ ...update, invoiceUuid: update.paymentId ?? '' }),
    }),
  }),
  fault('never reports', /checks the invoice before/, { client: () => ({ updateInvoice: async () => undefined }) }),
  fault('does not report a charge after approve', /approve charges a hold/, {
    client: (client) => ({
      updateInvoice: async (update) => (update.status === 'succeeded' ? undefined : client.updateInvoice(update)),
    }),
  }),
  fault('takes money for a cancelled invoice', /cancelled invoice/, {
    payment: () => ({ cancel: () => {} }),
  }),
  fault('refunds more than was paid', /refuses more than was paid/, {
    payment: () => ({ refund: ({ amount = 1 }) => ({ id: crypto.randomUUID(), status: 'succeeded', amount }) }),
  }),
  fault('loses cents', /to the last cent/, {
    payment: (correct) => ({
      refund: async (input, context) => {
        const refund = await correct.refund?.(input, context)
        return { id: refund?.id ?? '', status: 'succeeded', amount: Math.floor(refund?.amount ?? 0) }
      },
    }),
  }),
]
