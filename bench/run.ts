// `npm run bench -- <name> [--size number …]`: measures one thing at full size. The last line of its output is one JSON
// object with the figures; it exits with 1 when a bound is exceeded. `all` runs those of docs/performance.md that need no large
// data. With --record the result is published: in bench/results and docs/performance.md, or, for a test of docs/reliability.md,
// in faults/results. With --counts only lost, doubled and wrong answers fail it, and no bound of time: for CI.
import { execFileSync } from 'node:child_process'
import { isPublishing, publishResult } from '@patchbay/testkit/published-result'
import { recordResult } from '../faults/record.ts'
import { TESTS } from '../faults/tests.ts'
import { type Bench, type Figures, figuresOf, type TestOfBench } from './bench.ts'
import { callCard } from './call-card.ts'
import { callTriggers } from './call-triggers.ts'
import { chatLists } from './chat-lists.ts'
import { customerByPhone } from './customer-by-phone.ts'
import { growth } from './growth.ts'
import { live } from './live.ts'
import { describeMachine } from './machine.ts'
import { managerLookup } from './manager-lookup.ts'
import { orderList } from './order-list.ts'
import { paymentCheck } from './payment-check.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { speed } from './speed.ts'
import { upkeep } from './upkeep.ts'
import { uploads } from './uploads.ts'
import { webhooks } from './webhooks.ts'

const BENCHES: Record<string, Bench> = {
  'call-card': callCard,
  'call-triggers': callTriggers,
  'chat-lists': chatLists,
  'customer-by-phone': customerByPhone,
  growth,
  live,
  'manager-lookup': managerLookup,
  'order-list': orderList,
  'payment-check': paymentCheck,
  reports,
  search,
  speed,
  upkeep,
  uploads,
  webhooks,
}
const ALL = ['speed', 'live']

const [name = '', ...flags] = process.argv.slice(2).filter((arg) => arg !== '--record' && arg !== '--counts')
const isByCounts = process.argv.includes('--counts')
const names = name === 'all' ? ALL : [name]
if (names.some((one) => !BENCHES[one])) {
  const known = ['all', ...Object.keys(BENCHES)].join(', ')
  console.error(`npm run bench -- <name> [--size number …] [--record], where name is one of: ${known}`)
  process.exit(2)
}
const flag = flags.find((one) => one.startsWith('--') && one.includes('='))
if (flag) throw new Error(`a size is given as "${flag.replace('=', ' ')}"`)
const asked = new Set<string>()
const size = (option: string, usual: number): number => {
  asked.add(`--${option}`)
  const at = flags.indexOf(`--${option}`)
  return at < 0 ? usual : Number(flags[at + 1])
}

const recordTest = (bench: string, test: TestOfBench): void => {
  for (const { id, name, by } of TESTS) if (by === `npm run bench -- ${bench}`) recordResult({ id, name, ...test })
}

/** A bench that counts nothing is not right either. */
const isRight = ({ lost, duplicated, wrong }: Partial<Figures>, test?: TestOfBench): boolean => {
  const counts = [lost, duplicated, wrong].filter((count) => typeof count === 'number')
  return (counts.length > 0 || test !== undefined) && counts.every((count) => count === 0) && test?.passed !== false
}

const runBench = async (one: string): Promise<string[]> => {
  const machine = describeMachine()
  console.log(JSON.stringify({ bench: one, machine }))
  const bench = BENCHES[one] as Bench
  const { figures, details, broken, test } = await bench(size)
  console.log(JSON.stringify({ bench: one, ...details, broken }))
  if (test) recordTest(one, test)
  else if (isPublishing())
    console.log(`recorded: ${publishResult('bench/results', one, { bench: one, machine, details, broken })}`)
  console.log(JSON.stringify(figuresOf(figures)))
  if (isByCounts) return isRight(figures, test) ? [] : ['a count is wrong, or nothing was counted']
  return broken
}

const broken: string[] = []
for (const one of names) broken.push(...(await runBench(one)))
if (isPublishing()) execFileSync('node', ['tools/performance.ts'])
const unknown = flags.find((one) => one.startsWith('--') && !asked.has(one))
if (unknown) console.error(`${name} has no option ${unknown}; its options are ${[...asked].join(', ')}`)
process.exit(broken.length > 0 || unknown ? 1 : 0)
