type Referring = { name: string; references: readonly { parent: string }[] }

/** Parents before children; among those that are free at the same time, by name. A cycle is an error. */
export const orderByReferences = <Table extends Referring>(tables: readonly Table[]): Table[] => {
  const waiting = new Map([...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name, references }) =>
      references.every(({ parent }) => parent === name || !waiting.has(parent)),
    )
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}
