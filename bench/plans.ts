// Reads the plans that auto_explain wrote into PostgreSQL's log: which scans did the statements about a table use?

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const scansOf = (node: Node): string[] => [
  ...(node['Relation Name'] ? [`${node['Node Type']} on ${node['Relation Name']}`] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

/** A plan begins with "plan:" and an opening brace, and ends with the closing brace of the same indent. */
const readPlans = (log: string) =>
  [...log.matchAll(/plan:\n(\t?\{[\s\S]*?\n\t?\})/g)].map(
    ([, json = '']) => JSON.parse(json.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Node },
  )

/** The pages that all statements read, from the cache or the disk; auto_explain.log_buffers must be on. */
export const buffersIn = (log: string): number =>
  readPlans(log).reduce(
    (sum, { Plan }) => sum + (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0),
    0,
  )

const rowsOf = (node: Node, tables: readonly string[]): number => {
  const own = tables.includes(node['Relation Name'] ?? '')
    ? ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
    : 0
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below, tables), own)
}

/** The rows of these tables that all statements read, also those that a filter then removed. */
export const rowsIn = (log: string, tables: readonly string[]): number =>
  readPlans(log).reduce((sum, { Plan }) => sum + rowsOf(Plan, tables), 0)

export const plansIn = (log: string, table: string): { count: number; scans: string[] } => {
  const plans = readPlans(log).filter((plan) => plan['Query Text'].includes(table))
  return { count: plans.length, scans: [...new Set(plans.flatMap(({ Plan }) => scansOf(Plan)))].sort() }
}
