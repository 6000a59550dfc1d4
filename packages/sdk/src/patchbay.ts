#!/usr/bin/env node
// npx patchbay verify | listen | replay | tail | trigger
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listenRemote, RefusedError, TRIGGERS, tail, trigger, UnreachableError } from './remote.ts'
import { listenAndForward, replay } from './traffic.ts'
import { verdictLine } from './verdict-line.ts'
import { count, renderJunit, renderOutcome, renderSummary, renderTitle } from './verify/report.ts'
import { KINDS, type Kind, verifyModule } from './verify/run.ts'

const USAGE = `Usage: patchbay verify <telephony|payment|transport> <url> [options]
       patchbay listen --system <url> --key <key> --to <url> [--record <file>]
       patchbay listen --port <n> --to <url> [--record <file>]
       patchbay tail --system <url> --key <key>
       patchbay trigger <call.make|payment.create> --system <url> --key <key> [--phone <n>] [--type <code>] [--site <code>]
       patchbay replay <file> --to <url> [--secret <whsec_…>]

verify tests the whole contract against the module at <url> and reports what it does wrong. A mock system takes the
place of Patchbay: the module registers with it, and every request that it sends is validated.

  --run <command>      start the module; PATCHBAY_URL, PATCHBAY_KEY and PUBLIC_URL are in its environment
  --system-port <n>    port of the mock system, for a module that you start yourself (API key: verify)
  --secret <whsec_…>   the module is registered elsewhere: only its responses are checked …
  --client-id <id>     … with this clientId
  --pay <url>          payment: a POST to it pays an invoice; {invoiceUrl}, {paymentId}, {url}
                       and {clientId} are replaced
  --shop <code>        payment: the shop to pay in; default: the first one
  --visitor <url>      transport: a POST of {"text": …} to it sends a visitor's message; {url} and
                       {clientId} are replaced
  --extensions <list>  telephony: extensions whose telephones answer, used in turn, such as 101,102; default: the first one
  --dock               telephony: also try the softphone in a browser (Chromium, if there is one)
  --timeout <ms>       time-out of each request to the module (5000)
  --wait <ms>          how long to wait for a request of the module (15000)
  --only <text>        run only the checks whose name contains this text
  --junit <file>       also write a JUnit report

listen --system receives the requests to a module over a connection from your machine, which needs no public address: while it
runs, the system sends them here instead of to the registered address, signed as ever, and hands your answers back. The key is
that of the module; --module names one where a key has several. tail follows the traffic of the module with the verdict of the
system on each exchange. trigger makes the system do one thing to the module.

listen --port receives a module's traffic at an address that the system can reach (a machine of yours, a tunnel), forwards it to
the module on your machine with its signature, and records it. replay sends a recording again, with the original ids;
with --secret it is signed again, because a signature expires after five minutes.
`

/** The command of the same name on a server is for operators. */
const OPERATOR_COMMANDS = [
  'init',
  'migrate',
  'server',
  'worker',
  'doctor',
  'status',
  'backup',
  'restore',
  'account',
  'key',
  'user',
]

const isKind = (kind: string | undefined): kind is Kind => KINDS.some((known) => known === kind)
const print = (text: string): void => void process.stdout.write(text)

const STRING_OPTIONS = [
  ...[
    'run',
    'system-port',
    'secret',
    'client-id',
    'pay',
    'shop',
    'visitor',
    'extensions',
    'timeout',
    'wait',
    'only',
    'junit',
  ],
  ...['port', 'to', 'record', 'system', 'key', 'module', 'phone', 'type', 'site'],
]
/** A mistake on the command line, with a sentence for its author. */
class UsageError extends Error {}

const usage = (sentence: string): never => {
  throw new UsageError(sentence)
}

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        dock: { type: 'boolean' },
        ...Object.fromEntries(STRING_OPTIONS.map((name) => [name, { type: 'string' as const }])),
      },
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
const given = readArguments()
const { values, positionals } = given instanceof Error ? { values: {}, positionals: [] } : given
const options = values as Partial<Record<string, string>>
const numberOption = (name: string): number | undefined => {
  const text = options[name]
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text)
  return usage(`--${name} must be a whole number, not "${text}".`)
}

const urlOf = (text: string | undefined, what: string): string => {
  if (text === undefined) return usage(`${what} is missing.`)
  return URL.canParse(text) && /^https?:/.test(text)
    ? text
    : usage(`${what} must be a URL such as http://127.0.0.1:4000, not "${text}".`)
}

const PLACEHOLDERS: Readonly<Record<'pay' | 'visitor', readonly string[]>> = {
  pay: ['url', 'invoiceUrl', 'paymentId'],
  visitor: ['url'],
}

/** A URL with placeholders; one that would never be replaced is a mistake. */
const templateOption = (name: 'pay' | 'visitor', kind: Kind, of: Kind): string | undefined => {
  const template = options[name]
  if (template === undefined) return undefined
  if (kind !== of) usage(`--${name} is for ${of} modules; this is verify ${kind}.`)
  const unknown = [...template.matchAll(/\{(\w+)\}/g)].find(
    ([, placeholder = '']) => !PLACEHOLDERS[name].includes(placeholder),
  )
  if (unknown)
    usage(`--${name}: there is no ${unknown[0]}; there are: ${PLACEHOLDERS[name].map((one) => `{${one}}`).join(', ')}.`)
  return template
}

const withoutUndefined = <T extends object>(input: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never

const verify = async (kind: string | undefined, address: string | undefined): Promise<number> => {
  if (!isKind(kind))
    return usage(
      `${kind === undefined ? 'The kind of module is missing' : `There is no kind "${kind}"`}: it is one of ${KINDS.join(', ')}.`,
    )
  const url = urlOf(address, 'The URL of the module')
  const { run, secret, shop, only, junit } = options
  if (shop !== undefined && kind !== 'payment') usage(`--shop is for payment modules; this is verify ${kind}.`)
  if ((secret === undefined) !== (options['client-id'] === undefined))
    usage('--secret and --client-id are given together.')
  const dock = (values as { dock?: boolean }).dock
  if (dock && kind !== 'telephony') usage(`--dock is for telephony modules; this is verify ${kind}.`)
  const extensions = options.extensions?.split(',')
  if (extensions && kind !== 'telephony') usage(`--extensions is for telephony modules; this is verify ${kind}.`)
  const hooks = {
    dock,
    extensions,
    pay: templateOption('pay', kind, 'payment'),
    visitor: templateOption('visitor', kind, 'transport'),
    shop,
  }
  const limits = {
    systemPort: numberOption('system-port'),
    timeoutMs: numberOption('timeout'),
    waitMs: numberOption('wait'),
  }
  print(renderTitle({ kind, url }))
  const report = await verifyModule({
    kind,
    url,
    hooks: withoutUndefined(hooks),
    ...withoutUndefined({ run, secret, clientId: options['client-id'], ...limits }),
    ...(only !== undefined && { only: new RegExp(RegExp.escape(only)) }),
    onOutcome: (outcome) => print(renderOutcome(outcome)),
  })
  print(renderSummary(report))
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

const RECONNECT_MS = 1_000

const remoteOptions = () => ({
  system: urlOf(options.system, '--system'),
  key: options.key ?? usage('--key is missing: the API key of the module.'),
  ...withoutUndefined({ module: options.module }),
})

const listenToSystem = async (to: string): Promise<number> => {
  const remote = remoteOptions()
  const connect = () =>
    listenRemote({
      ...remote,
      to,
      ...withoutUndefined({ record: options.record }),
      onListening: (module) => print(`${module} at ${remote.system} → ${to}\n`),
      onForwarded: ({ method, url, status }) => print(`${status}  ${method} ${url.split('?')[0]}\n`),
    })
  // The system may be restarted: connect again until it refuses, or another listener takes over.
  for (;;) {
    const ended = await connect().catch((error: unknown) => {
      if (error instanceof RefusedError) throw error
      return 'ended' as const
    })
    if (ended === 'replaced') {
      print('Another listener took over.\n')
      return 1
    }
    print('The connection ended; connecting again.\n')
    await sleep(RECONNECT_MS)
  }
}

const followTraffic = async (): Promise<number> => {
  for await (const one of tail(remoteOptions())) {
    const arrow = one.direction === 'in' ? '←' : '→'
    print(`${one.at}  ${arrow} ${one.status ?? '---'}  ${one.method} ${one.url.split('?')[0]}  ${verdictLine(one)}\n`)
  }
  return 0
}

const runTrigger = async (event: string | undefined): Promise<number> => {
  const known = TRIGGERS.find((one) => one === event) ?? usage(`The event is one of ${TRIGGERS.join(', ')}.`)
  if (known === 'payment.create' && options.type === undefined)
    usage('--type is missing: a payment type of the module.')
  const { phone, type, site } = options
  print(`${await trigger(remoteOptions(), known, withoutUndefined({ phone, type, site }))}\n`)
  return 0
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
  if (given instanceof Error) return usage(`${given.message.split('\n')[0]}`)
  if (values.help !== true && command === 'verify') return verify(first, second)
  if (values.help !== true && command === 'listen') {
    const to = urlOf(options.to, '--to')
    return options.system === undefined ? forward(to) : listenToSystem(to)
  }
  if (values.help !== true && command === 'tail') return followTraffic()
  if (values.help !== true && command === 'trigger') return runTrigger(first)
  if (values.help !== true && command === 'replay')
    return replayFile(first ?? usage('The file to replay is missing.'), urlOf(options.to, '--to'))
  if (OPERATOR_COMMANDS.includes(command ?? ''))
    print(`patchbay ${command} is for operators: run it on the server, in the folder of the installation\n\n`)
  print(USAGE)
  return values.help === true ? 0 : 2
}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof RefusedError || error instanceof UnreachableError) {
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message} See patchbay --help.\n`)
  return 2
})
