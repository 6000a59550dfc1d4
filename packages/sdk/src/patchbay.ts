#!/usr/bin/env node
// npx patchbay verify | listen | replay
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listenAndForward, replay } from './traffic.ts'
import { count, renderJunit, renderText } from './verify/report.ts'
import { type Kind, verifyModule } from './verify/run.ts'

const USAGE = `Usage: patchbay verify <telephony|payment|transport> <url> [options]
       patchbay listen --port <n> --to <url> [--record <file>]
       patchbay replay <file> --to <url> [--secret <whsec_…>]

verify tests the whole contract against the module at <url> and reports what it does wrong. A mock system takes the
place of Patchbay: the module registers with it, and every request that it sends is validated.

  --run <command>      start the module; PATCHBAY_URL, PATCHBAY_KEY and PUBLIC_URL are in its environment
  --system-port <n>    port of the mock system, for a module that you start yourself (API key: verify)
  --secret <whsec_…>   the module is registered elsewhere: only its responses are checked …
  --client-id <id>     … with this clientId
  --pay <url>          payment: a POST to it pays an invoice; {invoiceUrl} and {paymentId} are replaced
  --shop <code>        payment: the shop to pay in; default: the first one
  --visitor <url>      transport: a POST of {"text": …} to it sends a visitor's message
  --timeout <ms>       time-out of each request to the module (5000)
  --wait <ms>          how long to wait for a request of the module (15000)
  --only <text>        run only the checks whose name contains this text
  --junit <file>       also write a JUnit report

listen receives a module's traffic at an address that the system can reach (a machine of yours, a tunnel), forwards it to
the module on your machine with its signature, and records it. replay sends a recording again, with the original ids;
with --secret it is signed again, because a signature expires after five minutes.
`

const KINDS: readonly string[] = ['telephony', 'payment', 'transport'] satisfies Kind[]
const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && KINDS.includes(kind)
const print = (text: string): void => void process.stdout.write(text)

const STRING_OPTIONS = [
  ...['run', 'system-port', 'secret', 'client-id', 'pay', 'shop', 'visitor', 'timeout', 'wait', 'only', 'junit'],
  ...['port', 'to', 'record'],
]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    ...Object.fromEntries(STRING_OPTIONS.map((name) => [name, { type: 'string' as const }])),
  },
})
const options = values as Partial<Record<string, string>>
const numberOption = (name: string): number | undefined =>
  options[name] === undefined ? undefined : Number(options[name])

const withoutUndefined = <T extends object>(input: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never

const verify = async (kind: Kind, url: string): Promise<number> => {
  const { run, secret, pay, shop, visitor, only, junit } = options
  const report = await verifyModule({
    kind,
    url,
    hooks: withoutUndefined({ pay, shop, visitor }),
    ...withoutUndefined({ run, secret, clientId: options['client-id'], systemPort: numberOption('system-port') }),
    ...withoutUndefined({ timeoutMs: numberOption('timeout'), waitMs: numberOption('wait') }),
    ...(only !== undefined && { only: new RegExp(RegExp.escape(only)) }),
  })
  print(renderText(report))
  if (junit !== undefined) writeFileSync(junit, renderJunit(report))
  return count(report, 'failed') === 0 ? 0 : 1
}

const forward = async (to: string): Promise<undefined> => {
  const onForwarded = ({ method, url, status }: { method: string; url: string; status: number }) =>
    print(`${status}  ${method} ${url.split('?')[0]}\n`)
  const { port } = await listenAndForward({
    port: numberOption('port') ?? 7360,
    to,
    onForwarded,
    ...withoutUndefined({ record: options.record }),
  })
  print(`port ${port} → ${to}\n`)
}

const replayFile = async (file: string, to: string): Promise<number> => {
  const onReplayed = ({ method, url, status }: { method: string; url: string; status: number }, now: number) =>
    print(`${now}${now === status ? '' : ` (was ${status})`}  ${method} ${url.split('?')[0]}\n`)
  const { sent, different } = await replay({ file, to, onReplayed, ...withoutUndefined({ secret: options.secret }) })
  print(`${sent} sent, ${different} with a different status\n`)
  return different === 0 ? 0 : 1
}

const main = async (): Promise<number | undefined> => {
  const [command, first, second] = positionals
  const { to } = options
  if (command === 'verify' && isKind(first) && second !== undefined && URL.canParse(second))
    return verify(first, second)
  if (command === 'listen' && to !== undefined && URL.canParse(to)) return forward(to)
  if (command === 'replay' && first !== undefined && to !== undefined && URL.canParse(to)) return replayFile(first, to)
  print(USAGE)
  return values.help === true ? 0 : 2
}

process.exitCode = await main()
