import { createHash } from 'node:crypto'

/**
 * What a content security policy needs to allow the inline styles or scripts of this page and no others: their hashes. A page
 * whose styles and scripts do not change keeps one policy.
 */
export const inlineSources = (page: string, element: 'script' | 'style'): string => {
  const texts = page.matchAll(new RegExp(`<${element}(?: type="module")?>(.*?)</${element}>`, 'gs'))
  const hashes = [...texts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return hashes.join(' ') || "'none'"
}
