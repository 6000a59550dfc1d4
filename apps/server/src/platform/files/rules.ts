// Which files are taken, and what kind of message they make.

export type FileKind = 'image' | 'video' | 'file' | 'audio'

/** What a browser would run, or an operating system start: nobody sends these to a shop in good faith. */
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

/**
 * What the bytes are, whatever their sender calls them: by their signature, else text when they are nothing but text.
 * Undefined when nobody can tell.
 */
export const mimeTypeOf = (detected: string | undefined, text: string | undefined): string | undefined => {
  if (detected === 'application/xml') return 'text/html'
  if (detected !== undefined) return detected
  if (text === undefined) return undefined
  return looksLikeMarkup(text.slice(0, 1000)) ? 'text/html' : 'text/plain'
}

export const whyRefused = (size: number, mimeType: string | undefined): string | undefined => {
  if (size === 0) return 'it is empty'
  if (mimeType === undefined) return 'its type cannot be determined'
  return DANGEROUS.has(mimeType) ? `files of the type ${mimeType} are not accepted` : undefined
}

export const kindOf = (mimeType: string): FileKind => {
  const [family] = mimeType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'file'
}
