// What the two npm clients, unchanged, call for docs/compatibility.md. Each request passes a proxy that notes it.
import { createServer, request as forward } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { RetailCRM } from 'retailcrm'
import type { NpmRow } from './page.ts'

type Answer = { getBody: () => Record<string, never> }
type Call = (...args: unknown[]) => Promise<Answer>
type Other = Record<string, Record<string, Call>> & { availableVersions: Call }
const connect = createRequire(import.meta.url)('node-retailcrm-api') as (at: { url: string; apiKey: string }) => Other

type Seen = { path: string; status: number }

/** Passes every request on as it is, and keeps the latest. */
const startProxy = async (origin: string) => {
  const { port } = new URL(origin)
  let seen: Seen = { path: '', status: 0 }
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const passed = forward(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, host: 'fern.test' } },
      (answer) => {
        const bare = (path.split('?')[0] ?? '').replace(/\/\d+(?=\/|$)/g, '/{id}')
        seen = { path: `${method} ${bare}`, status: answer.statusCode ?? 0 }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen: () => seen, close }
}

const order = (externalId: string) => ({
  ...{ externalId, firstName: 'Nora', lastName: 'Lund', phone: '+12025550166' },
  items: [{ productName: 'Fern', initialPrice: 10, quantity: 1 }],
  delivery: { code: 'courier', cost: 5, address: { city: 'Lund', street: 'Storgatan' } },
})

/** The rows of both clients, in the order of their calls. */
export const callWithNpmClients = async (origin: string, apiKey: string, userId: number): Promise<NpmRow[]> => {
  const proxy = await startProxy(origin)
  const rows: NpmRow[] = []
  const note = async <T>(client: string, method: string, answer: Promise<T> | undefined): Promise<T | undefined> => {
    const result = await answer
    rows.push({ client, method, ...proxy.seen() })
    return result
  }
  try {
    const one = new RetailCRM({ baseUrl: proxy.url, apiKey })
    const first = (method: string, answer: Promise<unknown>) => note('npm retailcrm 0.9.0', method, answer)
    await first('createOrder', one.createOrder({ site: 'fern-online', order: order('npm-o1') } as never))
    await first('getOrder', one.getOrder('npm-o1', 'fern-online'))
    await first('sites', one.sites())
    await first('paymentTypes', one.paymentTypes())
    await first('paymentStatuses', one.paymentStatuses())
    await first('orderStatuses', one.orderStatuses())

    const two = connect({ url: proxy.url, apiKey })
    const { orders, customers, users, tasks } = two
    const second = async (method: string, answer: Promise<Answer> | undefined) =>
      (await note('npm node-retailcrm-api 1.0.8', method, answer))?.getBody() ?? {}
    await second('availableVersions', two.availableVersions())
    const { id } = await second('orders.create', orders?.create?.(order('npm-o2')))
    await second('orders.fetchById', orders?.fetchById?.(id))
    await second('orders.updateById', orders?.updateById?.({ id, status: 'confirmed' }))
    await second('orders.list', orders?.list?.({ extendedStatus: ['confirmed'] }, 1, 50))
    const paid = await second(
      'orders.createPayment',
      orders?.createPayment?.({ order: { id }, type: 'cash', amount: '5' }),
    )
    await second('orders.updatePaymentById', orders?.updatePaymentById?.({ id: paid.id, status: 'paid' }))
    await second('orders.removePayment', orders?.removePayment?.({ id: paid.id }))
    const person = { externalId: 'npm-c1', firstName: 'Nadia', address: { city: 'Lund' } }
    const customer = await second('customers.create', customers?.create?.(person))
    await second('customers.fetchById', customers?.fetchById?.(customer.id))
    await second(
      'customers.updateByExternalId',
      customers?.updateByExternalId?.({ externalId: 'npm-c1', lastName: 'Rossi' }),
    )
    await second('customers.list', customers?.list?.({ name: 'Nadia' }, 1, 50))
    await second(
      'customers.createNote',
      customers?.createNote?.({ text: 'Likes ferns', customer: { id: customer.id } }),
    )
    await second('customers.listNotes', customers?.listNotes?.({ customerIds: [customer.id] }))
    await second('users.list', users?.list?.({}))
    await second('users.fetch', users?.fetch?.(userId))
    await second('users.updateStatus', users?.updateStatus?.(userId, 'dinner'))
    await second('tasks.create', tasks?.create?.({ text: 'Call back', performerId: userId }))
    return rows
  } finally {
    await proxy.close()
  }
}
