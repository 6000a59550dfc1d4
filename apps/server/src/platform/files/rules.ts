export type FileKind = 'image' | 'video' | 'file' | 'audio'

/** Types that a browser or an operating system would execute. */
const DANGEROUS = new Set([
  'text/html',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-shockwave-flash',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x-ms-shortcut',
  'application/x-msi',
])

const looksLikeMarkup = (start: string): boolean => /^\s*(<!doctype|<html|<svg|<script|<\?xml)/i.test(start)

/** D-61: the type by signature, else plain text, whatever the sender claims. Undefined: unknown. */
export const mimeTypeOf = (detected: string | undefined, text: string | undefined): string | undefined => {
  if (detected === 'application/xml') return 'text/html'
  if (detected !== undefined) return detected
  if (text === undefined) return undefined
  return looksLikeMarkup(text.slice(0, 1000)) ? 'text/html' : 'text/plain'
}

/** D-61: why a file is rejected; undefined: it is accepted. */
export const whyRefused = (size: number, mimeType: string | undefined): string | undefined => {
  if (size === 0) return 'it is empty'
  if (mimeType === undefined) return 'its type cannot be determined'
  return DANGEROUS.has(mimeType) ? `files of the type ${mimeType} are not accepted` : undefined
}

/** D-61: the kind of message that a file makes. */
export const kindOf = (mimeType: string): FileKind => {
  const [family] = mimeType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'file'
}
