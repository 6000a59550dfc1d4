// Links of the repository → links of the site. A link to a file that is a page leads to that page; a link to another file of
// the repository becomes plain text, because the site does not have it; a link to nothing stays, and is found as dead.
import { posix } from 'node:path'

type Places = {
  /** The place of a page on the site, when the file is one. */
  placeOf: (file: string) => string | undefined
  exists: (file: string) => boolean
}

const CODE = /^(```|~~~)[\s\S]*?^\1[ \t]*$|`[^`\n]*`/gm
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no page contains this character
const MASK = /\u0000(\d+)\u0000/g
const isElsewhere = (target: string): boolean => /^([a-z]+:|\/|#)/.test(target)

const relativeLink = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

export const rewriteLinks = (file: string, text: string, { placeOf, exists }: Places): string => {
  const place = placeOf(file) ?? file
  const rewrite = (link: string): string =>
    link.replace(LINK, (whole, picture: string, label: string, target: string) => {
      if (isElsewhere(target)) return whole
      const [path = '', anchor] = target.split('#')
      const found = posix.normalize(posix.join(posix.dirname(file), path))
      const page = placeOf(found)
      const hash = anchor === undefined ? '' : `#${anchor}`
      if (page !== undefined) return `${picture}[${label}](${relativeLink(place, page)}${hash})`
      if (picture !== '') return `![${label}](${relativeLink(place, found.replace(/^docs\//, ''))})`
      return exists(found) ? label : whole
    })
  // Code is left alone, also inside the label of a link.
  const code: string[] = []
  const masked = text.replace(CODE, (found) => `\u0000${code.push(found) - 1}\u0000`)
  return rewrite(masked).replace(MASK, (_mask, index: string) => code[Number(index)] ?? '')
}
