// Checks the built site: every link leads to a page, every anchor to a heading, every picture to a file.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const decodeEntities = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

export type LinkReport = { pages: number; links: number; dead: string[] }

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** The file that a web server would answer with. */
const fileFor = (site: string, path: string): string | undefined =>
  [path.endsWith('/') ? `${path}index.html` : path, `${path}.html`].map((name) => join(site, name)).find(isFile)

export const checkLinks = (site: string, base = '/'): LinkReport => {
  const pages = globSync('**/*.html', { cwd: site }).sort()
  const html = new Map(pages.map((page) => [join(site, page), readFileSync(join(site, page), 'utf8')]))
  const ids = new Map(
    [...html].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decodeEntities(id ?? ''))),
    ]),
  )
  let links = 0
  const dead: string[] = []
  for (const page of pages) {
    const text = html.get(join(site, page)) ?? ''
    const here = new URL(`http://site${base}${page === 'index.html' ? '' : page.replace(/(index)?\.html$/, '')}`)
    for (const [, raw = ''] of text.matchAll(/<(?:a|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      const target = decodeEntities(raw)
      if (/^(?!https?:)[a-z]+:/.test(target)) continue
      const url = new URL(target, here)
      if (url.host !== 'site') continue
      links++
      const path = decodeURIComponent(url.pathname)
      const file = path.startsWith(base) ? fileFor(site, `/${path.slice(base.length)}`) : undefined
      const anchor = decodeURIComponent(url.hash.slice(1))
      const isThere = file !== undefined && (anchor === '' || !ids.has(file) || ids.get(file)?.has(anchor) === true)
      if (!isThere) dead.push(`${page}: ${target}`)
    }
  }
  return { pages: pages.length, links, dead: [...new Set(dead)] }
}
