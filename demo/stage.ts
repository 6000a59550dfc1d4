// How the director acts in one account: through the pages and APIs that people use. Customers dial and pay, visitors
// write, and a colleague works in the workspace.
import { PASSWORD } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient, type Reply } from '@patchbay/testkit/http-client'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import type { Cast } from './cast.ts'
import { visitorTokenOf } from './history.ts'
import { type AccountPorts, localUrl } from './ports.ts'
import type { Card, OrderItem, Shop } from './scenes.ts'

export type DemoAccount = { name: string; host: string; address: string; apiKey: string }

const MODULE_CODES = ['phones', 'sandbox-bank', 'webchat']
const PATIENCE_MS = 30_000
const POLL_MS = 250

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Until there is a result; what never comes ends the scene. */
export const poll = async <T>(
  what: string,
  find: () => Promise<T | undefined>,
  patienceMs = PATIENCE_MS,
): Promise<T> => {
  for (const end = Date.now() + patienceMs; ; await sleep(POLL_MS)) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what} did not happen within ${patienceMs / 1000} s`)
  }
}

const bodyOf = <T>(reply: Reply): T => {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`)
  return reply.body as T
}

/** Signed in once, and again when the session is over. */
const createSession = (address: string, email: string) => {
  let client: HttpClient | undefined
  const signIn = async (): Promise<HttpClient> => {
    const reply = await createHttpClient(address, {}).postJson('/workspace/sign-in', { email, password: PASSWORD })
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    if (reply.status !== 200) throw new Error(`${email} could not sign in: ${reply.text}`)
    return createHttpClient(address, { cookie })
  }
  const signedIn = async (): Promise<HttpClient> => (client ??= await signIn())
  const send = async <T>(ask: (client: HttpClient) => Promise<Reply>): Promise<T> => {
    const reply = await ask(await signedIn())
    if (reply.status !== 401) return bodyOf<T>(reply)
    client = undefined
    return bodyOf<T>(await ask(await signedIn()))
  }
  return { signedIn, send }
}

type Session = ReturnType<typeof createSession>

const createPhoneLine = (url: string, cast: Cast, colleague: Session) => {
  const act = async (body: object): Promise<{ ok: boolean; id: string | undefined }> => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}/act`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { ok: reply.ok, id: ((await reply.json()) as { id?: string }).id }
  }
  /** Phones in the order in which they are picked up: of who has the workspace open, then the colleague's. */
  const phones = async (): Promise<string[]> => {
    type Colleagues = { colleagues: { firstName: string; online: boolean }[] }
    const { colleagues } = await colleague.send<Colleagues>((client) => client.get('/workspace/colleagues'))
    const codeOf = (name: string): string[] =>
      Object.entries(cast.extensions).flatMap(([who, code]) => (who === name ? [code] : []))
    const online = colleagues.filter((one) => one.online).flatMap(({ firstName }) => codeOf(firstName.toLowerCase()))
    const own = codeOf(cast.colleague)
    return [...online.filter((code) => !own.includes(code)), ...own, ...Object.values(cast.extensions)]
  }
  return {
    call: async (phone: string, to: string, line: string): Promise<string | undefined> =>
      (await act({ act: 'call-in', phone, to, line })).id,
    answer: async (id: string): Promise<void> => {
      for (const code of await phones()) if ((await act({ act: 'answer', id, code })).ok) return
    },
    /** Nothing happens when somebody has hung up before. */
    hangUp: async (id: string): Promise<void> => void (await act({ act: 'hang-up', id, status: 'cancel' })),
  }
}

type Order = { orderId: number; paymentId: number }
type Invoice = { id: string; status?: string; amount: string; currency: string }

const createMoney = ({ address, apiKey }: DemoAccount, admin: Session, colleague: Session) => {
  const api = createHttpClient(address, { 'x-api-key': apiKey })
  const invoiceOf = async (orderId: number): Promise<Invoice | undefined> =>
    (await admin.send<{ invoices: Invoice[] }>((client) => client.get(`/workspace/orders/${orderId}/invoices`)))
      .invoices[0]
  return {
    invoiceOf,
    order: async (site: string, customer: string, items: OrderItem[], shop: Shop): Promise<Order> => {
      const order = { customer: { externalId: customer }, items, payments: [{ type: `sandbox-bank-${shop}` }] }
      const { id } = bodyOf<{ id: number }>(await api.post('/api/v5/orders/create', { site, order }))
      type Stored = { order: { payments: Record<string, { id: number }> } }
      const stored = bodyOf<Stored>(await api.get(`/api/v5/orders/${id}`, { by: 'id', site }))
      return { orderId: id, paymentId: Object.values(stored.order.payments)[0]?.id ?? 0 }
    },
    invoice: async (paymentId: number): Promise<string> => {
      const reply = await api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
      return bodyOf<{ result: { link: string } }>(reply).result.link
    },
    pay: async (link: string, card: Card): Promise<void> => {
      const reply = await fetch(link, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })
      if (reply.status !== 303) throw new Error(`The bank did not take the payment: ${reply.status}`)
    },
    until: (orderId: number, status: string) =>
      poll(
        `the invoice becomes ${status}`,
        async () => ((await invoiceOf(orderId))?.status === status ? true : undefined),
        90_000,
      ),
    operate: async (orderId: number, kind: 'approve' | 'refund'): Promise<void> => {
      const { id } = await poll('an invoice is issued', () => invoiceOf(orderId))
      await colleague.send((client) => client.postJson(`/workspace/invoices/${id}/operations`, { kind }))
    },
  }
}

type Chat = { id: number; name: string; lastMessage?: { id: number; text: string } }
type VisitorMessage = { id: string; side: string; text: string }

const createChat = (url: string, cast: Cast, colleague: Session) => {
  const { host } = cast.trade.account
  const ask = async <T>(visitor: number, method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      authorization: `Bearer ${visitorTokenOf(host, visitor)}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const reply = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const nameOf = (visitor: number): string => {
    const { firstName = '', lastName = '' } = cast.trade.customers[visitor] ?? {}
    return `${firstName} ${lastName}`
  }
  const chatOf = (visitor: number, text?: string): Promise<Chat> =>
    poll('the message arrives', async () => {
      const { chats } = await colleague.send<{ chats: Chat[] }>((client) => client.get('/workspace/chats'))
      return chats.find(
        ({ name, lastMessage }) => name === nameOf(visitor) && (text === undefined || lastMessage?.text === text),
      )
    })
  return {
    nameOf,
    chatOf,
    write: (visitor: number, text: string) => ask<{ id: string }>(visitor, 'POST', '/chat/messages', { text }),
    reply: async (visitor: number, text: string, quickReply: string): Promise<void> => {
      const { id } = await chatOf(visitor)
      const suggestions = [{ type: 'text', title: quickReply }]
      await colleague.send((client) => client.postJson(`/workspace/chats/${id}/messages`, { text, suggestions }))
    },
    react: async (visitor: number, reaction: string): Promise<void> => {
      const messageId = await poll('the reply arrives', async () => {
        const { messages } = await ask<{ messages: VisitorMessage[] }>(visitor, 'GET', '/chat/messages')
        const last = messages.at(-1)
        return last?.side === 'manager' ? last.id : undefined
      })
      await ask(visitor, 'POST', '/chat/reactions', { messageId, reaction })
    },
    colleagueReacts: async (visitor: number, reaction: string): Promise<number> => {
      const { lastMessage } = await chatOf(visitor)
      const id = lastMessage?.id ?? 0
      const path = `/workspace/messages/${id}/reactions`
      const body = JSON.stringify({ reaction })
      const headers = { 'content-type': 'application/json' }
      await colleague.send((client) => client.send('PUT', path, { headers, body }))
      return id
    },
  }
}

/** As a browser does: the system learns that the card is on the screen. */
const confirmCards = async (colleague: Session): Promise<void> => {
  const { cards } = await colleague.send<{ cards: { callId: number }[] }>((client) =>
    client.get('/workspace/call-cards'),
  )
  for (const { callId } of cards)
    await colleague.send((client) => client.postJson(`/workspace/call-cards/${callId}/shown`, {}))
}

/** The colleague has the workspace open, so that the team is never alone. Ends with the process. */
const stayOnline = async ({ address }: DemoAccount, colleague: Session): Promise<void> => {
  for (;;) {
    try {
      const cookie = (await colleague.signedIn()).cookie()
      const stream = await openLiveStream(address, new URL(address).host, cookie)
      while (!stream.ended()) {
        const rings = stream.events.some(({ type }) => type === 'call-card')
        stream.events.length = 0
        stream.ids.length = 0
        if (rings) await confirmCards(colleague)
        await sleep(2 * POLL_MS)
      }
    } catch {
      // The server restarts.
    }
    await sleep(2_000)
  }
}

export type Stage = ReturnType<typeof createStage>

export const createStage = (account: DemoAccount, cast: Cast, ports: AccountPorts) => {
  const { people } = cast.trade.account
  const sessionOf = (name: string) => createSession(account.address, people[name]?.email ?? '')
  const [admin, colleague] = [sessionOf(cast.admin), sessionOf(cast.colleague)]
  return {
    account,
    cast,
    admin,
    phones: createPhoneLine(localUrl(ports.phones.gateway), cast, colleague),
    money: createMoney(account, admin, colleague),
    chat: createChat(localUrl(ports.webchat.gateway), cast, colleague),
    /** Until the system and all modules of the account have started. */
    ready: async (): Promise<void> => {
      // As an administrator, since what an API key asks in vain is on the health pages of the modules.
      const registered = async (): Promise<string[]> => {
        const { modules } = await admin.send<{ modules: { code: string }[] }>((client) =>
          client.get('/workspace/modules'),
        )
        return modules.map(({ code }) => code)
      }
      for (;;) {
        const codes = await registered().catch((): string[] => [])
        if (MODULE_CODES.every((code) => codes.includes(code))) return
        await sleep(POLL_MS)
      }
    },
    stayOnline: () => stayOnline(account, colleague),
  }
}
