import {
  type Check,
  type CheckContext,
  expectJson,
  expectRefusal,
  formatReply,
  joinUrl,
  type Probe,
  sendsValidRequests,
  sendsWhatIsUsed,
  sharedChecks,
} from './check.ts'
import { fail, type ModuleReply, type ProbeRequest, type RequestOverrides } from './send-request.ts'

// Checks of a payment module's callbacks: valid, invalid and repeated requests.

type Created = { paymentId: string; invoiceUrl: string; invoiceUuid: string; amount: number }

export const actionUrl = ({ settings }: CheckContext, action: string): string | undefined => {
  const path = settings.integrations?.payment?.actions[action]
  return path === undefined ? undefined : joinUrl(settings.baseUrl ?? '', path)
}

export const invoice = (context: CheckContext, amount = 12.5) => {
  const payment = context.settings.integrations?.payment
  const currency = payment?.currencies[0] ?? 'EUR'
  const invoiceUuid = crypto.randomUUID()
  context.mockSystem.invoices.set(invoiceUuid, { amount, currency })
  return {
    shopId: context.hooks.shop ?? payment?.shops[0]?.code ?? 'shop',
    invoiceUuid,
    invoiceType: 'link',
    amount,
    currency,
    orderNumber: 'A-5',
    orderId: 5,
    siteUrl: 'https://shop.test',
    returnUrl: 'https://shop.test/thanks',
    items: [
      {
        name: 'Cup',
        price: amount,
        quantity: 1,
        vat: 'none',
        paymentMethod: 'full_prepayment',
        paymentObject: 'commodity',
      },
    ],
    customer: { email: 'a@shop.test', firstName: 'Ann' },
  }
}

const createRequest = (context: CheckContext, body: unknown = invoice(context)): ProbeRequest => ({
  method: 'POST',
  url: actionUrl(context, 'create') ?? '',
  fields: { create: typeof body === 'string' ? body : JSON.stringify(body) },
})

export const PROBE: Probe = {
  buildRequest: (context) => createRequest(context),
  isAccepted: (reply) => reply.status < 300 && reply.json.success === true,
  isRefused: (reply) => reply.json.success === false || reply.status >= 400,
}

export const callAction = (
  context: CheckContext,
  action: string,
  body: object,
  overrides: RequestOverrides = {},
): Promise<ModuleReply> =>
  context.send(
    { method: 'POST', url: actionUrl(context, action) ?? '', fields: { [action]: JSON.stringify(body) } },
    { key: crypto.randomUUID(), ...overrides },
  )

const readCreated = (reply: ModuleReply): { paymentId: string; invoiceUrl: string } => {
  expectJson(reply, 'The response to create')
  if (reply.status !== 200 || reply.json.success !== true) fail(`create responded ${formatReply(reply)}`)
  const { paymentId, invoiceUrl } = (reply.json.result ?? {}) as Record<string, unknown>
  if (typeof paymentId !== 'string' || paymentId === '')
    return fail(`result.paymentId is missing: ${formatReply(reply)}`)
  if (paymentId.length > 255) fail('result.paymentId is longer than 255 characters')
  if (typeof invoiceUrl !== 'string' || invoiceUrl === '')
    return fail(`result.invoiceUrl, the payment link, is missing: ${formatReply(reply)}`)
  if (!/^https?:\/\//.test(invoiceUrl))
    return fail(`result.invoiceUrl must be a full link that begins with https://, not "${invoiceUrl}"`)
  return { paymentId, invoiceUrl }
}

export const create = async (
  context: CheckContext,
  amount = 12.5,
  overrides: RequestOverrides = {},
): Promise<Created> => {
  const body = invoice(context, amount)
  const reply = await context.send(createRequest(context, body), { key: crypto.randomUUID(), ...overrides })
  return { ...readCreated(reply), invoiceUuid: body.invoiceUuid, amount }
}

export const skipWithoutAction = (action: string) => (context: CheckContext) =>
  actionUrl(context, action) === undefined ? `the module registered no action ${action}` : undefined

export const expectPaymentRefusal = (reply: ModuleReply, what: string): void => {
  expectRefusal(PROBE, reply, what)
  expectJson(reply, `The response to ${what}`)
  const { errorMsg } = reply.json
  if (reply.json.success !== false || typeof errorMsg !== 'string' || errorMsg === '')
    fail(`The refusal of ${what} must be {"success":false,"errorMsg":"…"}, not ${formatReply(reply)}`)
}

const creating: Check[] = [
  {
    name: 'create returns the payment id and a link',
    run: async (context) => {
      const reply = await context.send(createRequest(context), { key: crypto.randomUUID() })
      readCreated(reply)
      const { cancellable } = reply.json.result as Record<string, unknown>
      if (cancellable !== undefined && typeof cancellable !== 'boolean')
        fail('result.cancellable must be true or false')
    },
  },
  {
    name: 'the link opens',
    run: async (context) => {
      const { invoiceUrl } = await create(context)
      const page = await context.send({ method: 'GET', url: invoiceUrl }, { unsigned: true, clientId: null })
      if (page.status >= 400) fail(`${invoiceUrl} responded ${page.status}`)
    },
  },
  {
    name: 'create with the same key creates no second payment',
    run: async (context) => {
      const key = crypto.randomUUID()
      const body = invoice(context)
      const [one, two] = [
        readCreated(await context.send(createRequest(context, body), { key })),
        readCreated(await context.send(createRequest(context, body), { key })),
      ]
      if (one.paymentId !== two.paymentId) fail(`one key created two payments: ${one.paymentId} and ${two.paymentId}`)
      if (one.invoiceUrl !== two.invoiceUrl) fail('one key returned two links')
    },
  },
  {
    name: 'create with the same key five times concurrently creates one payment',
    run: async (context) => {
      const key = crypto.randomUUID()
      const request = createRequest(context)
      const all = await Promise.all(Array.from({ length: 5 }, () => context.send(request, { key })))
      const ids = new Set(all.filter(PROBE.isAccepted).map((reply) => readCreated(reply).paymentId))
      if (ids.size !== 1) fail(`one key created ${ids.size} payments when it was repeated concurrently`)
    },
  },
  {
    name: 'create with another key creates another payment',
    run: async (context) => {
      const [one, two] = [await create(context), await create(context)]
      if (one.paymentId === two.paymentId) fail(`two invoices got the same paymentId ${one.paymentId}`)
    },
  },
]

const malformed: Check[] = [
  {
    name: 'refuses a create that is not JSON',
    run: async (context) =>
      expectPaymentRefusal(await context.send(createRequest(context, '{"shopId":')), 'a create that is not JSON'),
  },
  {
    name: 'refuses a request without the parameter create',
    run: async (context) =>
      expectPaymentRefusal(
        await context.send({ ...createRequest(context), fields: { other: '1' } }),
        'a request without create',
      ),
  },
  ...['invoiceUuid', 'amount', 'currency'].map(
    (member): Check => ({
      name: `refuses a create without ${member}`,
      run: async (context) => {
        const { [member]: _absent, ...rest } = invoice(context) as Record<string, unknown>
        expectPaymentRefusal(await context.send(createRequest(context, rest)), `a create without ${member}`)
      },
    }),
  ),
  {
    name: 'refuses a currency that it did not register',
    run: async (context) =>
      expectPaymentRefusal(
        await context.send(createRequest(context, { ...invoice(context), currency: 'XTS' })),
        'a create in XTS',
      ),
  },
  {
    name: 'refuses a zero and a negative amount',
    run: async (context) => {
      for (const amount of [0, -5]) {
        expectPaymentRefusal(
          await context.send(createRequest(context, { ...invoice(context), amount })),
          `a create over ${amount}`,
        )
      }
    },
  },
]

const unknownPayment = (action: string): Check => ({
  name: `${action} refuses a payment that does not exist`,
  skipReason: skipWithoutAction(action),
  run: async (context) =>
    expectPaymentRefusal(
      await callAction(context, action, { paymentId: 'no-such-payment' }),
      `${action} of an unknown payment`,
    ),
})

const pending: Check[] = [
  ...['approve', 'cancel', 'refund'].map(unknownPayment),
  {
    name: 'approve refuses what is not held',
    skipReason: skipWithoutAction('approve'),
    run: async (context) => {
      const { paymentId } = await create(context)
      expectPaymentRefusal(await callAction(context, 'approve', { paymentId }), 'approve of an unpaid payment')
    },
  },
  {
    name: 'refund refuses what was not paid',
    skipReason: skipWithoutAction('refund'),
    run: async (context) => {
      const { paymentId } = await create(context)
      expectPaymentRefusal(await callAction(context, 'refund', { paymentId }), 'refund of an unpaid payment')
    },
  },
  {
    name: 'cancel ends a pending payment, and a repeat gets the same response',
    skipReason: skipWithoutAction('cancel'),
    run: async (context) => {
      const { paymentId } = await create(context)
      const key = crypto.randomUUID()
      for (const time of ['first', 'second']) {
        const reply = await callAction(context, 'cancel', { paymentId }, { key })
        if (!PROBE.isAccepted(reply)) fail(`the ${time} cancel with one key responded ${formatReply(reply)}`)
      }
    },
  },
  {
    name: 'status returns the state of a payment, and refuses an unknown one',
    skipReason: skipWithoutAction('status'),
    run: async (context) => {
      const { paymentId } = await create(context)
      const url = actionUrl(context, 'status') ?? ''
      const reply = await context.send({ method: 'GET', url, fields: { paymentId } })
      const result = (reply.json.result ?? {}) as Record<string, unknown>
      if (!PROBE.isAccepted(reply) || typeof result.status !== 'string') fail(`status responded ${formatReply(reply)}`)
      if (result.paymentId !== paymentId)
        fail(`status of ${paymentId} returned the payment ${String(result.paymentId)}`)
      expectPaymentRefusal(
        await context.send({ method: 'GET', url, fields: { paymentId: 'no-such-payment' } }),
        'status of an unknown payment',
      )
    },
  },
]

export const basicPaymentChecks: Check[] = [...creating, ...malformed, ...pending, ...sharedChecks(PROBE)]
export const lastPaymentChecks: Check[] = [sendsValidRequests, sendsWhatIsUsed]
