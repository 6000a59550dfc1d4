// `npm run db:migration <name>`: creates an empty migration with the next number.
import { readdirSync, writeFileSync } from 'node:fs'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9-]*$/.test(name)) {
  console.error('npm run db:migration <name>, in kebab-case: npm run db:migration gift-cards')
  process.exit(2)
}
const file = `apps/server/migrations/${String(readdirSync('apps/server/migrations').length + 1).padStart(4, '0')}-${name}.sql`
writeFileSync(file, `-- Why this change is made.\n\n-- Each new table ends with: call protect('<table>');\n`, {
  flag: 'wx',
})
console.log(`${file}\nnext: write it, then npm run generate`)
