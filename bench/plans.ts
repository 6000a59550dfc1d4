// Reads the plans that auto_explain wrote into PostgreSQL's log: which scans did the statements about a table use?

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

const scansOf = (node: Node): string[] => [
  ...(node['Relation Name'] ? [`${node['Node Type']} on ${node['Relation Name']}`] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

export const plansIn = (log: string, table: string): { count: number; scans: string[] } => {
  // A plan begins with "plan:" and an opening brace, and ends with the closing brace of the same indent.
  const plans = [...log.matchAll(/plan:\n(\t?\{[\s\S]*?\n\t?\})/g)]
    .map(([, json = '']) => JSON.parse(json.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Node })
    .filter((plan) => plan['Query Text'].includes(table))
  return { count: plans.length, scans: [...new Set(plans.flatMap(({ Plan }) => scansOf(Plan)))].sort() }
}
