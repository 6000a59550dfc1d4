import { complain, type Question, type Said, type Twist } from './ask.ts'
import {
  type Check,
  joinUrl,
  needJson,
  needRefusal,
  type Probe,
  type Stage,
  sharedChecks,
  show,
  wellFormed,
} from './stage.ts'

// What the system asks of a payment module, and what it must never get.

type Created = { paymentId: string; invoiceUrl: string; invoiceUuid: string; amount: number }

export const actionUrl = ({ settings }: Stage, action: string): string | undefined => {
  const path = settings.integrations?.payment?.actions[action]
  return path === undefined ? undefined : joinUrl(settings.baseUrl ?? '', path)
}

export const invoice = (stage: Stage, amount = 12.5) => {
  const payment = stage.settings.integrations?.payment
  const currency = payment?.currencies[0] ?? 'EUR'
  const invoiceUuid = crypto.randomUUID()
  stage.standIn.invoices.set(invoiceUuid, { amount, currency })
  return {
    shopId: stage.hooks.shop ?? payment?.shops[0]?.code ?? 'shop',
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

const createQuestion = (stage: Stage, body: unknown = invoice(stage)): Question => ({
  method: 'POST',
  url: actionUrl(stage, 'create') ?? '',
  fields: { create: typeof body === 'string' ? body : JSON.stringify(body) },
})

export const PROBE: Probe = {
  make: (stage) => createQuestion(stage),
  isDone: (said) => said.status < 300 && said.json.success === true,
  isRefused: (said) => said.json.success === false || said.status >= 400,
}

export const act = (stage: Stage, action: string, body: object, twist: Twist = {}): Promise<Said> =>
  stage.ask(
    { method: 'POST', url: actionUrl(stage, action) ?? '', fields: { [action]: JSON.stringify(body) } },
    { key: crypto.randomUUID(), ...twist },
  )

const readCreated = (said: Said): { paymentId: string; invoiceUrl: string } => {
  needJson(said, 'The answer to create')
  if (said.status !== 200 || said.json.success !== true) complain(`create was answered ${show(said)}`)
  const { paymentId, invoiceUrl } = (said.json.result ?? {}) as Record<string, unknown>
  if (typeof paymentId !== 'string' || paymentId === '') return complain(`result.paymentId is missing: ${show(said)}`)
  if (paymentId.length > 255) complain('result.paymentId is longer than 255 characters')
  if (typeof invoiceUrl !== 'string' || !/^https?:\/\//.test(invoiceUrl))
    return complain(`result.invoiceUrl is no address that a client could open: ${show(said)}`)
  return { paymentId, invoiceUrl }
}

export const create = async (stage: Stage, amount = 12.5, twist: Twist = {}): Promise<Created> => {
  const body = invoice(stage, amount)
  const said = await stage.ask(createQuestion(stage, body), { key: crypto.randomUUID(), ...twist })
  return { ...readCreated(said), invoiceUuid: body.invoiceUuid, amount }
}

export const has = (action: string) => (stage: Stage) =>
  actionUrl(stage, action) === undefined ? `the module registered no action ${action}` : undefined

export const needNo = (said: Said, what: string): void => {
  needRefusal(PROBE, said, what)
  needJson(said, `The answer to ${what}`)
  const { errorMsg } = said.json
  if (said.json.success !== false || typeof errorMsg !== 'string' || errorMsg === '')
    complain(`The refusal of ${what} must be {"success":false,"errorMsg":"…"}, not ${show(said)}`)
}

const creating: Check[] = [
  {
    name: 'create answers the payment’s id and a link',
    run: async (stage) => {
      const said = await stage.ask(createQuestion(stage), { key: crypto.randomUUID() })
      readCreated(said)
      const { cancellable } = said.json.result as Record<string, unknown>
      if (cancellable !== undefined && typeof cancellable !== 'boolean')
        complain('result.cancellable must be true or false')
    },
  },
  {
    name: 'the link opens',
    run: async (stage) => {
      const { invoiceUrl } = await create(stage)
      const page = await stage.ask({ method: 'GET', url: invoiceUrl }, { unsigned: true, clientId: null })
      if (page.status >= 400) complain(`${invoiceUrl} answered ${page.status}`)
    },
  },
  {
    name: 'create with the same key makes no second payment',
    run: async (stage) => {
      const key = crypto.randomUUID()
      const body = invoice(stage)
      const [one, two] = [
        readCreated(await stage.ask(createQuestion(stage, body), { key })),
        readCreated(await stage.ask(createQuestion(stage, body), { key })),
      ]
      if (one.paymentId !== two.paymentId) complain(`one key made two payments: ${one.paymentId} and ${two.paymentId}`)
      if (one.invoiceUrl !== two.invoiceUrl) complain('one key made two links')
    },
  },
  {
    name: 'create with the same key five times at once makes one payment',
    run: async (stage) => {
      const key = crypto.randomUUID()
      const question = createQuestion(stage)
      const all = await Promise.all(Array.from({ length: 5 }, () => stage.ask(question, { key })))
      const ids = new Set(all.filter(PROBE.isDone).map((said) => readCreated(said).paymentId))
      if (ids.size !== 1) complain(`one key made ${ids.size} payments when its repeats came at once`)
    },
  },
  {
    name: 'create with another key makes another payment',
    run: async (stage) => {
      const [one, two] = [await create(stage), await create(stage)]
      if (one.paymentId === two.paymentId) complain(`two invoices got the same paymentId ${one.paymentId}`)
    },
  },
]

const malformed: Check[] = [
  {
    name: 'refuses a create that is not JSON',
    run: async (stage) => needNo(await stage.ask(createQuestion(stage, '{"shopId":')), 'a create that is not JSON'),
  },
  {
    name: 'refuses a request without the parameter create',
    run: async (stage) =>
      needNo(await stage.ask({ ...createQuestion(stage), fields: { other: '1' } }), 'a request without create'),
  },
  ...['invoiceUuid', 'amount', 'currency'].map(
    (member): Check => ({
      name: `refuses a create without ${member}`,
      run: async (stage) => {
        const { [member]: _absent, ...rest } = invoice(stage) as Record<string, unknown>
        needNo(await stage.ask(createQuestion(stage, rest)), `a create without ${member}`)
      },
    }),
  ),
  {
    name: 'refuses a currency that it did not register',
    run: async (stage) =>
      needNo(await stage.ask(createQuestion(stage, { ...invoice(stage), currency: 'XTS' })), 'a create in XTS'),
  },
  {
    name: 'refuses an amount of nothing and a negative one',
    run: async (stage) => {
      for (const amount of [0, -5]) {
        needNo(await stage.ask(createQuestion(stage, { ...invoice(stage), amount })), `a create over ${amount}`)
      }
    },
  },
]

const unknownPayment = (action: string): Check => ({
  name: `${action} refuses a payment that does not exist`,
  needs: has(action),
  run: async (stage) => needNo(await act(stage, action, { paymentId: 'no-such-payment' }), `${action} of no payment`),
})

const pending: Check[] = [
  ...['approve', 'cancel', 'refund'].map(unknownPayment),
  {
    name: 'approve refuses what is not held',
    needs: has('approve'),
    run: async (stage) => {
      const { paymentId } = await create(stage)
      needNo(await act(stage, 'approve', { paymentId }), 'approve of a payment that nobody paid')
    },
  },
  {
    name: 'refund refuses what was not paid',
    needs: has('refund'),
    run: async (stage) => {
      const { paymentId } = await create(stage)
      needNo(await act(stage, 'refund', { paymentId }), 'refund of a payment that nobody paid')
    },
  },
  {
    name: 'cancel ends a pending payment, and a repeat gets the same answer',
    needs: has('cancel'),
    run: async (stage) => {
      const { paymentId } = await create(stage)
      const key = crypto.randomUUID()
      for (const time of ['first', 'second']) {
        const said = await act(stage, 'cancel', { paymentId }, { key })
        if (!PROBE.isDone(said)) complain(`the ${time} cancel with one key was answered ${show(said)}`)
      }
    },
  },
  {
    name: 'status says where a payment is, and knows no others',
    needs: has('status'),
    run: async (stage) => {
      const { paymentId } = await create(stage)
      const url = actionUrl(stage, 'status') ?? ''
      const said = await stage.ask({ method: 'GET', url, fields: { paymentId } })
      const result = (said.json.result ?? {}) as Record<string, unknown>
      if (!PROBE.isDone(said) || typeof result.status !== 'string') complain(`status was answered ${show(said)}`)
      if (result.paymentId !== paymentId) complain(`status of ${paymentId} spoke of ${String(result.paymentId)}`)
      needNo(await stage.ask({ method: 'GET', url, fields: { paymentId: 'no-such-payment' } }), 'status of no payment')
    },
  },
]

export const basicPaymentChecks: Check[] = [...creating, ...malformed, ...pending, ...sharedChecks(PROBE)]
export const lastPaymentChecks: Check[] = [wellFormed]
