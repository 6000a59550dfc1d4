// `node packages/testkit/src/bank-main.ts <origin> <host> <api key>`: the bank in a process of its own. It prints its
// address, and takes its client's deeds at /client: pay, trouble, ledger.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Flow, startBank, type Trouble } from './bank.ts'
import type { Action } from './bank-ledger.ts'
import { createWire } from './wire.ts'

const [origin = '', host = '', apiKey = '', keyed = 'keyed'] = process.argv.slice(2)
const crm = createWire(origin, { host, 'x-api-key': apiKey })
const bank = await startBank({ crm: () => crm, keyed: keyed === 'keyed' })

type Deed =
  | { do: 'pay'; paymentId: string; flow: Flow }
  | { do: 'trouble'; action: Action; trouble: Trouble }
  | { do: 'ledger' }

const act = async (deed: Deed): Promise<unknown> => {
  if (deed.do === 'pay') {
    const { checked, told } = await bank.pay(deed.paymentId, deed.flow)
    return { checked: checked.body, told: told.map(({ status, text }) => ({ status, text })) }
  }
  if (deed.do === 'trouble') return bank.trouble(deed.action, deed.trouble)
  return { payments: [...bank.ledger.payments.values()], calls: bank.calls }
}

const client = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const result = await act(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Deed)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result ?? {}))
  })
})
client.listen(0, '127.0.0.1', () => {
  const { port } = client.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: bank.url, client: `http://127.0.0.1:${port}` })}\n`)
})
