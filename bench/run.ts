// `npm run bench -- <name> [--size value …]`: measures on an installation of its own. The last line is one JSON object;
// exits 1 when a bound is broken.
import type { Bench } from './bench.ts'
import { customerByPhone } from './customer-by-phone.ts'

const BENCHES: Record<string, Bench> = {
  'customer-by-phone': customerByPhone,
}

const [name = '', ...flags] = process.argv.slice(2)
const bench = BENCHES[name]
if (!bench) {
  console.error(`npm run bench -- <name> [--size value …], where name is one of: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}
const { figures, broken } = await bench(flags)
for (const [figure, value] of Object.entries(figures)) console.log(`  ${figure.padEnd(28)} ${value}`)
for (const bound of broken) console.log(`broken: ${bound}`)
console.log(JSON.stringify({ bench: name, ...figures, broken: broken.length }))
process.exit(broken.length > 0 ? 1 : 0)
