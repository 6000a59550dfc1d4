/** A message in one line: its text, what its card is about, or what kind it is of. */
export const messageExcerpt = (kinds: Readonly<Record<string, string>>, type: string, text: string): string => {
  const kind = kinds[type] ?? ''
  if (text === '') return kind
  if (type === 'order') return `${kind} ${text}`
  return type === 'product' ? `${kind}: ${text}` : text
}
