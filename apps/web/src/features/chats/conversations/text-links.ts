/** A part of a text: plain, or with the address that it leads to. */
export type TextPart = { text: string; href?: string }

const FOUND = /https?:\/\/[^\s<>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
/** Punctuation at the end belongs to the sentence, not to the address. */
const TRAILING = /[.,;:!?…»”’'"\])}]+$/u

/** A closing bracket stays if the address opens it, as in Wikipedia's. */
const trimmed = (found: string): string => {
  const short = found.replace(TRAILING, '')
  const rest = found.slice(short.length)
  const isBalanced = rest.startsWith(')') && short.split('(').length > short.split(')').length
  return isBalanced ? `${short})` : short
}

/** http and https addresses, and email addresses. Everything else, also javascript: and data:, stays text. */
const hrefOf = (found: string): string | undefined => {
  if (!/^https?:/iu.test(found)) return `mailto:${found}`
  return URL.canParse(found) ? found : undefined
}

export const linksIn = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(FOUND)) {
    const found = trimmed(match)
    const href = hrefOf(found)
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: found, href })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
