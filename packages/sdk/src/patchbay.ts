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

verify plays the whole contract against the module at <url>, as the system would, and says what it does wrong. The system
is played by a stand-in: the module registers there, and what it sends is judged.

  --run <command>      start the module so; PATCHBAY_URL, PATCHBAY_KEY and PUBLIC_URL are in its environment
  --system-port <n>    where the stand-in listens, for a module that you start yourself (key: verify)
  --secret <whsec_…>   the module is registered elsewhere: only its answers are checked …
  --client-id <id>     … as the system that has this clientId
  --pay <address>      payment: a POST to it pays an invoice; {invoiceUrl} and {paymentId} are filled in
  --shop <code>        payment: the shop to pay in; the first one unless told
  --visitor <address>  transport: a POST of {"text": …} to it lets a visitor write
  --timeout <ms>       how long the module may take to answer (5000)
  --patience <ms>      how long to wait for what it should send (15000)
  --only <text>        only the checks whose name contains it
  --junit <file>       also write the report for a build server

listen takes a module's traffic at an address that the system can reach (a machine of yours, a tunnel), hands it on to
the module on your desk with its signature, and writes it down. replay sends a recording again, with the ids it had;
with --secret it is signed anew, since a signature is stale after five minutes.
`

const KINDS: readonly string[] = ['telephony', 'payment', 'transport'] satisfies Kind[]
const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && KINDS.includes(kind)
const say = (text: string): void => void process.stdout.write(text)

const TEXTS = [
  ...['run', 'system-port', 'secret', 'client-id', 'pay', 'shop', 'visitor', 'timeout', 'patience', 'only', 'junit'],
  ...['port', 'to', 'record'],
]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' as const }])),
  },
})
const given = values as Partial<Record<string, string>>
const number = (name: string): number | undefined => (given[name] === undefined ? undefined : Number(given[name]))

/** Leaves out what was not given. */
const present = <T extends object>(options: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never

const verify = async (kind: Kind, url: string): Promise<number> => {
  const { run, secret, pay, shop, visitor, only, junit } = given
  const report = await verifyModule({
    kind,
    url,
    hooks: present({ pay, shop, visitor }),
    ...present({ run, secret, clientId: given['client-id'], systemPort: number('system-port') }),
    ...present({ timeoutMs: number('timeout'), patienceMs: number('patience') }),
    ...(only !== undefined && { only: new RegExp(RegExp.escape(only)) }),
  })
  say(renderText(report))
  if (junit !== undefined) writeFileSync(junit, renderJunit(report))
  return count(report, 'failed') === 0 ? 0 : 1
}

const forward = async (to: string): Promise<undefined> => {
  const onPassed = ({ method, url, status }: { method: string; url: string; status: number }) =>
    say(`${status}  ${method} ${url.split('?')[0]}\n`)
  const { port } = await listenAndForward({
    port: number('port') ?? 7360,
    to,
    onPassed,
    ...present({ record: given.record }),
  })
  say(`port ${port} → ${to}\n`)
}

const again = async (file: string, to: string): Promise<number> => {
  const onReplayed = ({ method, url, status }: { method: string; url: string; status: number }, now: number) =>
    say(`${now}${now === status ? '' : ` (was ${status})`}  ${method} ${url.split('?')[0]}\n`)
  const { sent, different } = await replay({ file, to, onReplayed, ...present({ secret: given.secret }) })
  say(`${sent} sent, ${different} answered differently\n`)
  return different === 0 ? 0 : 1
}

const main = async (): Promise<number | undefined> => {
  const [command, first, second] = positionals
  const { to } = given
  if (command === 'verify' && isKind(first) && second !== undefined && URL.canParse(second))
    return verify(first, second)
  if (command === 'listen' && to !== undefined && URL.canParse(to)) return forward(to)
  if (command === 'replay' && first !== undefined && to !== undefined && URL.canParse(to)) return again(first, to)
  say(USAGE)
  return values.help === true ? 0 : 2
}

process.exitCode = await main()
