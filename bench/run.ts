// `npm run bench -- <name> [--size number …]`: measures one thing at full size. The last line of its output is one JSON
// object with the figures; it exits with 1 when a bound is exceeded.
import { type Bench, figuresOf } from './bench.ts'
import { callCard } from './call-card.ts'
import { chatLists } from './chat-lists.ts'
import { customerByPhone } from './customer-by-phone.ts'
import { managerLookup } from './manager-lookup.ts'
import { orderList } from './order-list.ts'
import { paymentCheck } from './payment-check.ts'
import { search } from './search.ts'
import { webhooks } from './webhooks.ts'

const BENCHES: Record<string, Bench> = {
  'call-card': callCard,
  'chat-lists': chatLists,
  'customer-by-phone': customerByPhone,
  'manager-lookup': managerLookup,
  'order-list': orderList,
  'payment-check': paymentCheck,
  search,
  webhooks,
}

const [name = '', ...flags] = process.argv.slice(2)
const bench = BENCHES[name]
if (!bench) {
  console.error(`npm run bench -- <name> [--size number …], where name is one of: ${Object.keys(BENCHES).join(', ')}`)
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
const { figures, details, broken } = await bench(size)
console.log(JSON.stringify({ bench: name, ...details, broken }))
const unknown = flags.find((one) => one.startsWith('--') && !asked.has(one))
if (unknown) console.error(`${name} has no option ${unknown}; its options are ${[...asked].join(', ')}`)
console.log(JSON.stringify(figuresOf(figures)))
process.exit(broken.length > 0 || unknown ? 1 : 0)
