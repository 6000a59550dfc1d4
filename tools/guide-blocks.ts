// The commands of a guide: its ```sh blocks, in order. A comment before a block says why it is not run:
// <!-- not run by the test: reason -->

export type Block = { heading: string; line: number; commands: string; skipped: string | undefined }

const SKIP = /^\s*<!-- not run by the test: (.+) -->$/

export const readBlocks = (markdown: string): Block[] => {
  const blocks: Block[] = []
  let [heading, skipped]: [string, string | undefined] = ['', undefined]
  let open: { indent: number; line: number; lines: string[] } | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^(\s*)```(\w*)$/.exec(line)
    if (open && fence) {
      blocks.push({ heading, line: open.line, commands: open.lines.join('\n'), skipped })
      ;[open, skipped] = [undefined, undefined]
    } else if (open) open.lines.push(line.slice(open.indent))
    else if (fence?.[2] === 'sh') open = { indent: fence[1]?.length ?? 0, line: index + 2, lines: [] }
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '')
    else skipped = SKIP.exec(line)?.[1] ?? skipped
  }
  if (open) throw new Error(`the block that begins in line ${open.line} has no end`)
  return blocks
}
