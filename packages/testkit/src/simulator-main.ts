// `node packages/testkit/src/simulator-main.ts <bank|exchange|messenger> <origin> <host> <api key> [non-idempotent]`: a
// simulator as a separate process. It prints its URL, and the URL that takes commands: a POST of {"type": …}.
import { startBank } from './bank.ts'
import { startExchange } from './exchange.ts'
import { createHttpClient, type Reply } from './http-client.ts'
import { startMessenger } from './messenger.ts'
import { json, startReceiver } from './receiver.ts'
import type { Kind, SimulatorCommand } from './simulator.ts'

const [kind = '', origin = '', host = '', apiKey = '', retries = 'idempotent'] = process.argv.slice(2)
const system = createHttpClient(origin, { host })
const crm = () => system.with({ 'x-api-key': apiKey })

const toSummary = (replies: readonly Reply[]) => replies.map(({ status, text }) => ({ status, text }))

type Running = { url: string; run: (command: SimulatorCommand) => unknown }

const START: Record<Kind, () => Promise<Running>> = {
  bank: async () => {
    const bank = await startBank({ crm, idempotent: retries === 'idempotent' })
    const pay = async ({ paymentId, flow }: SimulatorCommand & { type: 'pay' }) => {
      const { checked, reports } = await bank.pay(paymentId, flow)
      return { checked: checked.body, reports: toSummary(reports) }
    }
    const run = (command: SimulatorCommand) => {
      if (command.type === 'behave') return bank.behave(command.behaviour, command.where as object)
      return command.type === 'pay' ? pay(command) : { payments: [...bank.ledger.payments.values()], calls: bank.calls }
    }
    return { url: bank.url, run }
  },
  exchange: async () => {
    const exchange = await startExchange({ crm })
    const run = async (command: SimulatorCommand) => {
      if (command.type === 'behave') return exchange.behave(command.behaviour, command.where)
      if (command.type === 'call') return toSummary(await exchange.call(command.kind, command.script))
      return command.type === 'send-held-reports'
        ? toSummary(await exchange.sendHeldReports())
        : Object.fromEntries(exchange.rings)
    }
    return { url: exchange.url, run }
  },
  messenger: async () => {
    const messenger = await startMessenger()
    const run = async (command: SimulatorCommand) => {
      if (command.type === 'behave') return messenger.behave(command.behaviour, command.where)
      if (command.type !== 'send-messages') return { effects: messenger.effects, ...messenger.counts }
      const transport = system.with({ 'x-transport-token': command.token })
      return toSummary(await messenger.sendMessages(transport, command.channel, command.person, command.texts))
    }
    return { url: messenger.url, run }
  },
}

const simulator = await START[kind as Kind]()
const controlUrl = await startReceiver(async ({ body }, response) =>
  json(response, 200, (await simulator.run(JSON.parse(body) as SimulatorCommand)) ?? {}),
)
process.stdout.write(`${JSON.stringify({ url: simulator.url, controlUrl: controlUrl.url })}\n`)
