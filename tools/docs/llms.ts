// llms.txt: the list of pages for programs that read documentation, each with its first sentence; llms-full.txt: all of them.

type Group = { title: string; pages: readonly { title: string; place: string }[] }

const INTRO = `# Patchbay

> An open, self-hostable, multi-account CRM core. Telephone exchanges, payment providers and messengers plug in as modules over HTTP; managers work in one workspace.

Every page is also served as Markdown, at the addresses below. The API is described in /openapi.json (OpenAPI 3.1).
`

const withoutFrontmatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '')

/** The first sentence after the heading, as plain text. */
export const firstSentence = (text: string): string => {
  const paragraphs = withoutFrontmatter(text).split(/\n\s*\n/)
  const first = paragraphs.find((paragraph) => /^[^#<|`!\s-]/.test(paragraph)) ?? ''
  const plain = first.replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}

export const llmsIndex = (groups: readonly Group[], texts: ReadonlyMap<string, string>): string =>
  [
    INTRO,
    ...groups.map(({ title, pages }) =>
      [
        `## ${title}`,
        '',
        ...pages.map((page) => `- [${page.title}](/${page.place}): ${firstSentence(texts.get(page.place) ?? '')}`),
        '',
      ].join('\n'),
    ),
  ].join('\n')

export const llmsFull = (groups: readonly Group[], texts: ReadonlyMap<string, string>): string =>
  [
    INTRO,
    ...groups.flatMap(({ pages }) =>
      pages.map(({ place }) => `<!-- /${place} -->\n\n${withoutFrontmatter(texts.get(place) ?? '').trim()}\n`),
    ),
  ].join('\n')
