// `node packages/testkit/src/counterpart-main.ts <bank|exchange|messenger> <origin> <host> <api key> [keyless]`: a
// counterpart in a process of its own. It prints where it listens and where it takes deeds: a POST of {"do": …}.
import { startBank } from './bank.ts'
import type { Deed, Kind } from './counterpart.ts'
import { startExchange } from './exchange.ts'
import { startMessenger } from './messenger.ts'
import { json, startReceiver } from './receiver.ts'
import { createWire, type Reply } from './wire.ts'

const [kind = '', origin = '', host = '', apiKey = '', keys = 'keyed'] = process.argv.slice(2)
const system = createWire(origin, { host })
const crm = () => system.with({ 'x-api-key': apiKey })

const said = (replies: readonly Reply[]) => replies.map(({ status, text }) => ({ status, text }))

type Counterpart = { url: string; act: (deed: Deed) => unknown }

const START: Record<Kind, () => Promise<Counterpart>> = {
  bank: async () => {
    const bank = await startBank({ crm, keyed: keys === 'keyed' })
    const pay = async ({ paymentId, flow }: Deed & { do: 'pay' }) => {
      const { checked, told } = await bank.pay(paymentId, flow)
      return { checked: checked.body, told: said(told) }
    }
    const act = (deed: Deed) => {
      if (deed.do === 'behave') return bank.behave(deed.behaviour, deed.where as object)
      return deed.do === 'pay' ? pay(deed) : { payments: [...bank.ledger.payments.values()], calls: bank.calls }
    }
    return { url: bank.url, act }
  },
  exchange: async () => {
    const exchange = await startExchange({ crm })
    const act = async (deed: Deed) => {
      if (deed.do === 'behave') return exchange.behave(deed.behaviour, deed.where)
      if (deed.do === 'call') return said(await exchange.call(deed.kind, deed.script))
      return deed.do === 'tell' ? said(await exchange.tell()) : Object.fromEntries(exchange.rings)
    }
    return { url: exchange.url, act }
  },
  messenger: async () => {
    const messenger = await startMessenger()
    const act = async (deed: Deed) => {
      if (deed.do === 'behave') return messenger.behave(deed.behaviour, deed.where)
      if (deed.do !== 'say') return { effects: messenger.effects, ...messenger.counts }
      const transport = system.with({ 'x-transport-token': deed.token })
      return said(await messenger.say(transport, deed.channel, deed.person, deed.texts))
    }
    return { url: messenger.url, act }
  },
}

const counterpart = await START[kind as Kind]()
const deeds = await startReceiver(async ({ body }, response) =>
  json(response, 200, (await counterpart.act(JSON.parse(body) as Deed)) ?? {}),
)
process.stdout.write(`${JSON.stringify({ url: counterpart.url, deeds: deeds.url })}\n`)
