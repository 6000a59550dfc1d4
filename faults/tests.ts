import { WEBHOOK_BOUNDS } from '../bench/bounds.ts'

// The list of docs/reliability.md: each test by its id, what runs it, and why it cannot be run where it cannot. A test is a
// promise only when its result is in faults/results.

export type ReliabilityTest = {
  id: string
  name: string
  /** What runs it, whether or not its result is published; several test files make one result. */
  by?: string | readonly string[]
  /** Why it has not been run, or not been built. */
  not?: string
  /** What it does not do, for those who read its result. */
  note?: string
}

/** A test passes by what it counts; a published figure beyond its goal is named beside that. */
export type Goal = { figure: string; what: string } & ({ atLeast: number } | { atMost: number })

export const GOALS: Readonly<Record<string, Goal>> = {
  F5: { figure: 'answer_max_ms', what: 'the longest answer while it is paused, in ms,', atMost: 10_000 },
  L6: { figure: 'ratio', what: 'the rate ÷ that of a bare loop', atLeast: WEBHOOK_BOUNDS.ratio },
  L7: { figure: 'goodput_of_capacity', what: 'what is served of the capacity meanwhile', atLeast: 0.8 },
}

const fault = (name: string): string => `npm run faults -- ${name}`
const test = (path: string): string => `apps/server/test/${path}.test.ts`
const bench = (name: string): string => `npm run bench -- ${name}`
const MONEY = fault('money')

type Row = readonly [name: string, by: ReliabilityTest['by'], more?: Pick<ReliabilityTest, 'not' | 'note'>]

const group = (letter: string, tests: readonly Row[]) =>
  tests.map(
    ([name, by, more], place): ReliabilityTest => ({
      id: `${letter}${place + 1}`,
      name,
      ...(by !== undefined && { by }),
      ...more,
    }),
  )

export const TESTS: readonly ReliabilityTest[] = [
  ...group('P', [
    ['Random histories of an invoice, with crashes in between', test('payments/model')],
    ['The same test finds planted bugs', test('payments/model')],
    ['Approve and Cancel pressed at the same instant', MONEY],
    ['One button pressed many times', MONEY],
    ['A module charges and does not answer, with idempotency keys', MONEY],
    ['The same with a module that has no keys', MONEY],
    ['Server and worker killed at every marked point', MONEY],
    ['Reports doubled, reordered and late', MONEY],
    ['Reports that cannot be true', MONEY],
    ['The check before a charge while the order is edited', MONEY],
    ['Check and report while services fail', MONEY],
    ['Amounts of every currency', 'packages/contract/src/base/money.test.ts'],
    ['Lost reports are found by asking the module', MONEY],
    ['A registration replaces shops of live invoices', test('payments/registration')],
  ]),
  ...group('F', [
    ['A server is killed', fault('storm')],
    ['A worker is killed', fault('worker-kill')],
    ['PostgreSQL is killed', fault('storm')],
    ['A PostgreSQL backend is killed', fault('backend-kill')],
    ['PostgreSQL is paused', fault('long-tail')],
    ['Redis is slow, full, frozen and gone', fault('long-tail')],
    ['The disk of PostgreSQL is full', fault('long-tail')],
    ['The answer of COMMIT is lost', fault('long-tail')],
    ['Clocks jump', fault('long-tail')],
    ['Everything is restarted in turn', fault('long-tail')],
    ['Upgrade from every release, under load and killed on the way', fault('upgrade')],
    ['Backup, destroy, restore', fault('restore')],
    ['Storm: everything fails at random', fault('storm')],
    ['A job that always fails', test('lib/jobs-and-lanes')],
    ['Modules that hang, of one account', fault('long-tail')],
    ['Failover of a PostgreSQL cluster under load', fault('failover')],
    ['An account moves between cells under load', fault('account-move')],
    ['Redis is killed and emptied', fault('redis-loss')],
    ['An account is exported, imported and exported again; a person is erased', fault('archive')],
    ['Old rows are deleted while the worker is killed', fault('retention')],
  ]),
  ...group('W', [
    ['Webhooks to receivers that fail in every way', fault('webhooks')],
    ['The same while workers are killed', fault('webhooks')],
    ['What receivers know equals what managers see', fault('webhooks')],
    ['One endpoint that hangs', fault('webhooks')],
    ['The timetable of repeats', 'apps/server/src/chats/webhook-delivery/rules.test.ts'],
    ['Signatures', 'packages/sdk/src/signature.test.ts'],
    ['Nothing is sent for a change that was rolled back', fault('webhooks')],
    ['One press is one call', fault('make-call')],
    ['The last status of a user wins', test('telephony/statuses')],
    ['Answers that are bombs', test('lib/egress')],
  ]),
  ...group('T', [
    ['Calls uploaded in overlapping batches', fault('calls')],
    ['A repeated call with more data', fault('calls')],
    ['Limits of a batch', fault('calls')],
    ['Call events doubled and out of order', fault('calls')],
    ['The manager lookup while statuses change', fault('calls')],
    ['Every way to write a phone', 'apps/server/src/lib/text/phone.test.ts'],
    ['Recordings that are not what they say', test('telephony/recordings')],
  ]),
  ...group('L', [
    ['Mixed load of all areas without faults', fault('load')],
    ['Call events and their cards in browsers', bench('call-card')],
    ['Uploads of calls', bench('uploads')],
    ['The manager lookup among many customers', bench('manager-lookup')],
    ['The payment check beside other load', bench('payment-check')],
    ['Webhooks at a steady rate and from a backlog', bench('webhooks')],
    ['Five times the capacity', fault('overload')],
    ['Call events among ten million calls', bench('growth')],
  ]),
  ...group('B', [
    ['Generated requests over every endpoint', fault('fuzz')],
    ['Odd texts in every text field', fault('fuzz')],
    ['Odd JSON', 'packages/contract/src/base/json.test.ts'],
    ['Oversize, slow and smuggled requests', [test('http/hostile-requests'), test('http/server')]],
    ['Unknown members of enumerations', fault('fuzz')],
    [
      'Parsers with random and mutated input',
      fault('fuzz'),
      { note: 'mutations are not guided by coverage: the tool that does it does not load on Debian 12' },
    ],
  ]),
  ...group('S', [
    ['Every endpoint with the ids of another account', fault('tenants')],
    ['The catalogue of the database', test('lib/catalog')],
    ['Accounts mixed over few connections', fault('tenants')],
    ['Requests into the inner network', fault('ssrf')],
    ['Recordings and files that are programs', [test('telephony/recordings'), test('platform/files')]],
    ['Keys are guessed and revoked', fault('tenants')],
    ['Secrets and personal data in logs, stores and answers', test('http/secrets')],
    ['Scanners against a running system', fault('scanners')],
    ['Stored scripts in every shown field', 'e2e/security/stored-scripts.test.ts'],
    ['Dependencies: licences, checksums, install scripts', 'npm run check -- dependencies'],
    ['Mutation score of the rules', 'npm run mutation'],
  ]),
]
