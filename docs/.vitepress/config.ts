// The documentation site. `npm run docs` collects its pages in .docs/pages (tools/docs/collect.ts) and builds it into .docs/site.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { apiPages } from '../../tools/docs/api-pages.ts'
import { linkOf, placeOf, sections } from '../../tools/docs/pages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const api = apiPages(JSON.parse(readFileSync(`${ROOT}/docs/api/openapi.json`, 'utf8')), '')

const sidebar = [
  ...sections(ROOT).map(({ title, pages, collapsed }) => ({
    text: title,
    collapsed: collapsed ?? false,
    items: pages.map((page) => ({ text: page.title, link: linkOf(placeOf(page.file)) })),
  })),
  {
    text: 'API reference',
    collapsed: true,
    items: api.map(({ title, place }) => ({ text: title, link: linkOf(place) })),
  },
]

export default defineConfig({
  title: 'Patchbay',
  description: 'An open, self-hostable CRM core into which telephony, payment and chat modules plug over HTTP',
  lang: 'en',
  srcDir: '../.docs/pages',
  // The same pages as plain Markdown: served, not rendered.
  srcExclude: ['public/**'],
  outDir: '../.docs/site',
  cacheDir: '../.docs/cache',
  // For a site that is not at the root of its host: DOCS_BASE=/patchbay/ npm run docs
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  // tools/docs/check-links.ts checks links, anchors and pictures in one go, in the pages as they were built.
  ignoreDeadLinks: true,
  head: [['link', { rel: 'icon', href: '/logo.svg', type: 'image/svg+xml' }]],
  themeConfig: {
    logo: '/logo.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Managers', link: '/managers/calls' },
      { text: 'Administrators', link: '/administrators/account' },
      { text: 'Module authors', link: '/guides/build-a-telephony-module' },
      { text: 'Operators', link: '/guides/self-host' },
      { text: 'API', link: '/api/' },
    ],
    sidebar,
    footer: { message: 'Apache License 2.0' },
  },
})
