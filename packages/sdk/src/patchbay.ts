#!/usr/bin/env node
// npx patchbay verify <telephony|payment|transport> <url>
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { count, renderJunit, renderText } from './verify/report.ts'
import { type Kind, verifyModule } from './verify/run.ts'

const USAGE = `Usage: patchbay verify <telephony|payment|transport> <url> [options]

Plays the whole contract against the module at <url>, as the system would, and says what it does wrong. The system is
played by a stand-in: the module registers there, and what it sends is judged.

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
`

const KINDS: readonly string[] = ['telephony', 'payment', 'transport'] satisfies Kind[]
const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && KINDS.includes(kind)

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    run: text,
    'system-port': text,
    secret: text,
    'client-id': text,
    pay: text,
    visitor: text,
    shop: text,
    timeout: text,
    patience: text,
    junit: text,
    only: text,
    help: { type: 'boolean' },
  },
})

const main = async (): Promise<number> => {
  const [command, kind, url] = positionals
  if (values.help || command !== 'verify' || !isKind(kind) || url === undefined || !URL.canParse(url)) {
    process.stdout.write(USAGE)
    return values.help ? 0 : 2
  }
  const report = await verifyModule({
    kind,
    url,
    ...(values.run !== undefined && { run: values.run }),
    ...(values['system-port'] !== undefined && { systemPort: Number(values['system-port']) }),
    ...(values.secret !== undefined && { secret: values.secret }),
    ...(values['client-id'] !== undefined && { clientId: values['client-id'] }),
    hooks: {
      ...(values.pay !== undefined && { pay: values.pay }),
      ...(values.shop !== undefined && { shop: values.shop }),
      ...(values.visitor !== undefined && { visitor: values.visitor }),
    },
    ...(values.only !== undefined && { only: new RegExp(RegExp.escape(values.only)) }),
    ...(values.timeout !== undefined && { timeoutMs: Number(values.timeout) }),
    ...(values.patience !== undefined && { patienceMs: Number(values.patience) }),
  })
  process.stdout.write(renderText(report))
  if (values.junit !== undefined) writeFileSync(values.junit, renderJunit(report))
  return count(report, 'failed') === 0 ? 0 : 1
}

process.exitCode = await main()
