// Plans as auto_explain writes them into PostgreSQL's log: which scans did the statements about a table use?

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

const scansOf = (node: Node): string[] => [
  ...(node['Relation Name'] ? [`${node['Node Type']} on ${node['Relation Name']}`] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

export const plansIn = (log: string, table: string): { count: number; scans: string[] } => {
  // Each begins with "plan:" and a brace at the end of a line's indent, and ends where the brace closes.
  const plans = [...log.matchAll(/plan:\n(\t?\{[\s\S]*?\n\t?\})/g)]
    .map(([, json = '']) => JSON.parse(json.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Node })
    .filter((plan) => plan['Query Text'].includes(table))
  return { count: plans.length, scans: [...new Set(plans.flatMap(({ Plan }) => scansOf(Plan)))].sort() }
}
