import { jsonAnswer } from '../src/request.ts'
import { type Fault, fault } from './faults.ts'
import type { Planted } from './honest.ts'

/** Changes what the module answers to one action. */
const answering =
  (
    action: string,
    change: (body: { success?: boolean; result?: object; errorMsg?: string }) => object | false | undefined,
  ): NonNullable<Planted['answer']> =>
  (honest) =>
  async (request) => {
    const answer = await honest(request)
    if (!answer || !request.url.includes(`/payment/${action}`) || answer.status === 401 || answer.status === 403)
      return answer
    const body = change(JSON.parse(String(answer.body)))
    return !body ? answer : { ...answer, status: 200, body: JSON.stringify(body) }
  }

const always = (action: string, body: object = { success: true }): NonNullable<Planted['answer']> =>
  answering(action, () => body)

export const paymentFaults = (): Fault[] => [
  fault('registers a currency that is none', /registers itself/, {
    edit: (edit) => {
      const payment = edit.integrations?.payment
      return payment ? { ...edit, integrations: { payment: { ...payment, currencies: ['Euro'] } } } : edit
    },
  }),
  fault('answers its id at the top and not in result', /answers the payment’s id/, {
    answer: answering('create', ({ success, result }) => success && { success, ...result }),
  }),
  fault('answers no link', /answers the payment’s id/, {
    answer: answering('create', ({ success, result }) => success && { success, result: { ...result, invoiceUrl: '' } }),
  }),
  fault('gives a link that leads nowhere', /the link opens/, { page: async () => jsonAnswer(404, {}) }),
  fault('gives every payment the same id', /another key makes another/, {
    answer: answering(
      'create',
      ({ success, result }) => success && { success, result: { ...result, paymentId: 'p-1' } },
    ),
  }),
  fault('answers errors in a shape of its own', /create that is not JSON/, {
    answer: answering('create', ({ success, errorMsg }) => (success ? undefined : { error: errorMsg })),
  }),
  fault('falls over broken JSON', /create that is not JSON/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      return answer?.status === 400
        ? { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Error</h1>' }
        : answer
    },
  }),
  fault('takes an invoice without an amount', /without amount/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      const missing = String(answer?.body).includes('create.amount')
      const result = { paymentId: crypto.randomUUID(), invoiceUrl: 'https://bank.test/1', cancellable: true }
      return missing ? jsonAnswer(200, { success: true, result }) : answer
    },
  }),
  fault('takes every currency', /currency that it did not register/, {
    payment: () => ({ currencies: ['EUR', 'XTS'] }),
    edit: (edit) => {
      const payment = edit.integrations?.payment
      return payment ? { ...edit, integrations: { payment: { ...payment, currencies: ['EUR'] } } } : edit
    },
  }),
  fault('approves what is not held', /approve refuses what is not held/, { answer: always('approve') }),
  fault('gives back what was never paid', /refund refuses what was not paid/, {
    answer: always('refund', { success: true, result: { id: 'r-1', status: 'succeeded', amount: 1 } }),
  }),
  fault('cancels payments that do not exist', /cancel refuses a payment that does not exist/, {
    answer: always('cancel'),
  }),
  fault('says of every payment that it is pending', /status says where/, {
    answer: always('status', { success: true, result: { paymentId: 'p-1', status: 'pending' } }),
  }),
  fault('takes money without a check', /checks the invoice before/, {
    client: () => ({ checkInvoice: async () => ({ ok: true }) }),
  }),
  fault('looks at the status of a check only', /check says no/, {
    client: (client) => ({
      checkInvoice: async (check) => {
        await client.checkInvoice(check)
        return { ok: true }
      },
    }),
  }),
  fault('takes silence for a yes', /check cannot be asked/, {
    client: (client) => ({ checkInvoice: (check) => client.checkInvoice(check).catch(() => ({ ok: true })) }),
  }),
  fault('reports minor units', /checks the invoice before|sends nothing/, {
    client: (client) => ({ updateInvoice: (update) => client.updateInvoice({ ...update, amount: 1250 }) }),
  }),
  fault('reports a word of its own', /sends nothing/, {
    client: (client) => ({ updateInvoice: (update) => client.updateInvoice({ ...update, status: 'paid' as never }) }),
  }),
  fault('mixes up its own id and the system’s', /sends nothing/, {
    client: (client) => ({
      updateInvoice: (update) => client.updateInvoice({ ...update, invoiceUuid: update.paymentId ?? '' }),
    }),
  }),
  fault('never reports', /checks the invoice before/, { client: () => ({ updateInvoice: async () => undefined }) }),
  fault('charges without telling after approve', /approve charges held money/, {
    client: (client) => ({
      updateInvoice: async (update) => (update.status === 'succeeded' ? undefined : client.updateInvoice(update)),
    }),
  }),
  fault('takes money for a cancelled invoice', /cancelled invoice/, {
    payment: () => ({ cancel: () => {} }),
  }),
  fault('gives back more than was paid', /no more than was paid/, {
    payment: () => ({ refund: ({ amount = 1 }) => ({ id: crypto.randomUUID(), status: 'succeeded', amount }) }),
  }),
  fault('loses cents', /to the last cent/, {
    payment: (honest) => ({
      refund: async (input, context) => {
        const refund = await honest.refund?.(input, context)
        return { id: refund?.id ?? '', status: 'succeeded', amount: Math.floor(refund?.amount ?? 0) }
      },
    }),
  }),
]
