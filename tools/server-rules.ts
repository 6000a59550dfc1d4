// Rules that the import checks (walls) cannot see: the place and the role of each file, the tables that a store writes and
// reads, which files open transactions, that every rules file has a test beside it, and that ARCHITECTURE.md lists every noun.
import { existsSync, globSync, readFileSync } from 'node:fs'

const LAYERS = [['lib'], ['platform'], ['crm'], ['telephony', 'payments', 'chats'], ['integration-modules']]
const AREAS = LAYERS.flat().filter((area) => area !== 'lib')
const ROLES = ['actions', 'service', 'cache', 'rules', 'store', 'view', 'client', 'jobs', 'lane']
const TRANSACTIONS = ['actions', 'service', 'cache', 'jobs', 'lane']
const SOURCE = 'apps/server/src'

/** Tables that two nouns of one area write: an event and its call are saved together. */
const SHARED_TABLES = ['call', 'call_card', 'webhook_endpoint']
/** One store may read a table of another area: the payment types name their module. */
const READS_UPWARDS = new Set(['crm/references payment_shop'])

const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)|\b(?:insert into|update|delete from)\s+([a-z_]+)\s+(?:\(|set\b|where\b|using\b|as\b|select\b|[a-z]+ set\b)/g
const READS = /(?:selectFrom|innerJoin|leftJoin)\(\s*\[?'([a-z_]+)|\b(?:from|join)\s+([a-z_]+)\b/g

export type ServerFile = { file: string; area: string; noun: string; role: string; text: string }

const placeOf = (file: string): string[] => file.slice(SOURCE.length + 1).split('/')

/** `platform/users/share-store.ts` is the role `store` of the noun users. */
const describeFile = (file: string): ServerFile => {
  const [area = '', noun = '', name = ''] = placeOf(file)
  const role = /(?:^|-)([a-z]+)\.ts$/.exec(name)?.[1] ?? ''
  return { file, area, noun, role, text: readFileSync(file, 'utf8') }
}

/** Elsewhere a file would escape the rules of its role: in an area itself are its routes, and a noun's folder has no folders. */
const isInNoun = (file: string): boolean => placeOf(file).length === 3
const isRoutes = (file: string): boolean => placeOf(file).length === 2 && file.endsWith('/routes.ts')

/** The layer table of ARCHITECTURE.md: the nouns of an area, without what stands in brackets or after a colon. */
const listedNouns = (page: string, area: string): string[] =>
  (new RegExp(`^\\| \`${area}\` +\\|(.*)\\|$`, 'm').exec(page)?.[1] ?? '')
    .replace(/\([^)]*\)|:.*/g, '')
    .split(',')
    .map((noun) => noun.trim())

const architectureComplaints = (files: readonly ServerFile[]): string[] => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  return AREAS.flatMap((area) => {
    const listed = listedNouns(page, area)
    const folders = [...new Set(files.filter((file) => file.area === area).map(({ noun }) => noun))]
    return [
      ...folders
        .filter((noun) => !listed.includes(noun))
        .map((noun) => `${area}/${noun} is not in the layer table of ARCHITECTURE.md`),
      ...listed
        .filter((noun) => !folders.includes(noun))
        .map((noun) => `ARCHITECTURE.md lists ${area}/${noun}, which is no folder of ${SOURCE}`),
    ]
  })
}

const tablesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '')),
]

const layerOf = (area: string): number => LAYERS.findIndex((areas) => areas.includes(area))

const ownersOf = (files: readonly ServerFile[], tables: ReadonlySet<string>): Map<string, ServerFile[]> => {
  const owners = new Map<string, ServerFile[]>()
  for (const file of files) {
    for (const table of tablesIn(file.text, WRITES)) {
      if (tables.has(table)) owners.set(table, [...(owners.get(table) ?? []), file])
    }
  }
  return owners
}

const knownTables = (): Set<string> =>
  new Set(
    [...readFileSync(`${SOURCE}/db.generated.ts`, 'utf8').matchAll(/^ {2}([a-z_]+): [A-Z]\w+;?$/gm)].map(
      ([, name]) => name ?? '',
    ),
  )

const tableComplaints = (files: readonly ServerFile[]): string[] => {
  const tables = knownTables()
  const owners = ownersOf(files, tables)
  const foreignWrites = [...owners].flatMap(([table, writers]) => {
    const nouns = [...new Set(writers.map(({ area, noun }) => `${area}/${noun}`))]
    const areas = new Set(writers.map(({ area }) => area))
    const isAllowed = nouns.length === 1 || (SHARED_TABLES.includes(table) && areas.size === 1)
    return isAllowed ? [] : [`table ${table} is written by ${nouns.sort().join(' and ')}; one noun writes a table`]
  })
  const wrongRole = [...owners].flatMap(([table, writers]) =>
    writers
      .filter(({ role }) => role !== 'store')
      .map(({ file }) => `${file} writes the table ${table}; only a store does`),
  )
  const upwards = files
    .filter(({ role }) => role === 'store')
    .flatMap(({ file, area, noun, text }) =>
      tablesIn(text, READS).flatMap((table) => {
        const owner = owners.get(table)?.[0]?.area
        const isAllowed =
          owner === undefined ||
          owner === area ||
          layerOf(owner) < layerOf(area) ||
          READS_UPWARDS.has(`${area}/${noun} ${table}`)
        return isAllowed ? [] : [`${file} reads ${table} of ${owner}; a store reads its own area and the layers below`]
      }),
    )
  return [...foreignWrites, ...wrongRole, ...upwards]
}

export const serverComplaints = (): string[] => {
  const all = globSync(`${SOURCE}/{${AREAS.join(',')}}/**/*.*`)
  const files = all.filter(isInNoun).map(describeFile)
  const sources = files.filter(({ file }) => !file.endsWith('.test.ts'))
  return [
    ...all
      .filter((file) => !isInNoun(file) && !isRoutes(file))
      .map(
        (file) => `${file} is in no noun's folder: <area>/<noun>/<role>.ts; only routes.ts stands in an area itself`,
      ),
    ...sources
      .filter(({ role }) => !ROLES.includes(role))
      .map(({ file }) => `${file} has no role; a file's name is or ends in one of ${ROLES.join(', ')}`),
    ...sources
      .filter(({ role, text }) => !TRANSACTIONS.includes(role) && /\binAccount\w*\(/.test(text))
      .map(({ file }) => `${file} opens a transaction; ${TRANSACTIONS.join(', ')} may`),
    ...sources
      .filter(({ role, file }) => role === 'rules' && !existsSync(file.replace(/\.ts$/, '.test.ts')))
      .map(({ file }) => `${file} has no test beside it`),
    ...tableComplaints(sources),
    ...architectureComplaints(files),
  ]
}
