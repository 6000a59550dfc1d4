// The pages of the documentation site: which files of the repository they are, where they stand on the site, and in which
// order. `npm run docs` fails when a page is missing from this list or the list names a file that does not exist.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

export type Page = { title: string; file: string }
export type Section = { title: string; pages: Page[]; collapsed?: boolean }

const pages = (folder: string, files: Readonly<Record<string, string>>): Page[] =>
  Object.entries(files).map(([file, title]) => ({ title, file: `${folder}${file}` }))

/** Guides that a tree may not have yet; listed as soon as the file exists. */
const OPERATOR_GUIDES = pages('docs/guides/', {
  'install-on-one-machine.md': 'Install on one machine',
  'self-host.md': 'Self-hosting',
  'high-availability.md': 'High availability of PostgreSQL',
  'operate.md': 'Operate',
  'people-and-archives.md': "People's data and archives",
  'run-an-exchange.md': 'Run an exchange',
  'scale.md': 'Scale out',
  'upgrade.md': 'Upgrade',
})

const START: Section = {
  title: 'Start',
  pages: pages('docs/', {
    'start.md': 'Start in five minutes',
    'compare.md': 'Comparison with others',
    'reliability.md': 'Reliability',
    'performance.md': 'Performance',
    'another-crm.md': "Coming from another CRM's API",
    'glossary.md': 'Glossary',
  }),
}

const MANAGERS: Section = {
  title: 'For managers',
  pages: pages('docs/managers/', {
    'calls.md': 'Answer a call',
    'customers-and-orders.md': 'Customers and orders',
    'payments.md': 'Take a payment',
    'chats.md': 'Chats',
    'tasks.md': 'Tasks',
    'reports.md': 'Reports',
    'notifications.md': 'Notifications',
  }),
}

const ADMINISTRATORS: Section = {
  title: 'For administrators',
  pages: pages('docs/administrators/', {
    'account.md': 'The account',
    'users-and-roles.md': 'Users and roles',
    'two-step-sign-in.md': 'Two-step sign-in',
    'single-sign-on.md': 'Single sign-on',
    'modules.md': 'Modules',
    'extensions.md': 'Extensions and numbers',
    'payment-settings.md': 'Payment settings',
    'statuses.md': 'Shops and statuses',
  }),
}

const MODULE_AUTHORS: Section = {
  title: 'For module authors',
  pages: [
    ...pages('docs/guides/', {
      'your-first-module.md': 'Your first module in five minutes',
      'build-a-telephony-module.md': 'Build a telephony module',
      'build-a-payment-module.md': 'Build a payment module',
      'build-a-transport-module.md': 'Build a chat transport',
      'without-the-sdk.md': 'The wire without the SDK',
    }),
    ...pages('', {
      'docs/compatibility.md': 'Compatibility with published clients',
      'packages/sdk/README.md': '@patchbay/sdk',
      'packages/contract/README.md': '@patchbay/contract',
      'packages/create-module/README.md': 'create-patchbay-module',
      'modules/phones/README.md': 'Reference module: phones',
      'modules/bank/README.md': 'Reference module: bank',
      'modules/webchat/README.md': 'Reference module: webchat',
      'modules/exchange/README.md': 'Reference module: telephone exchange',
    }),
  ],
}

const CONCEPTS: Section = {
  title: 'Concepts',
  pages: pages('docs/concepts/', {
    'accounts.md': 'Accounts',
    'modules.md': 'Modules',
    'money.md': 'Money',
    'delivery.md': 'Delivery',
    'softphones.md': 'Softphones',
  }),
}

const CONTRIBUTORS: Section = {
  title: 'For contributors',
  pages: pages('', {
    'CONTRIBUTING.md': 'Contributing',
    'docs/guides/your-first-change.md': 'Your first change in 20 minutes',
    'ARCHITECTURE.md': 'Architecture',
    'packages/testkit/README.md': 'The testkit',
    'docs/decisions/README.md': 'Decisions',
    'CODE_OF_CONDUCT.md': 'Code of conduct',
    'SECURITY.md': 'Security',
    'CHANGELOG.md': 'Changelog',
  }),
}

const SPECIFICATION: Section = {
  title: 'Specification',
  collapsed: true,
  pages: pages('docs/spec/', {
    'interface.md': 'The interface',
    'rules.md': 'Rules',
    'decisions.md': 'Decisions on open points',
    'wire-habits.md': 'Habits of public clients',
  }),
}

export const sections = (root: string): Section[] => [
  START,
  MANAGERS,
  ADMINISTRATORS,
  MODULE_AUTHORS,
  { title: 'For operators', pages: OPERATOR_GUIDES.filter(({ file }) => existsSync(join(root, file))) },
  CONCEPTS,
  CONTRIBUTORS,
  SPECIFICATION,
]

const HOME = 'docs/index.md'

/** All pages that are files of the repository: those of the sections, the home page, and the decisions, which have a list of their own. */
export const pageFiles = (root: string): string[] => [
  HOME,
  ...sections(root).flatMap(({ pages: listed }) => listed.map(({ file }) => file)),
  ...globSync('docs/decisions/*.md', { cwd: root })
    .filter((file) => file !== 'docs/decisions/README.md')
    .sort(),
]

/** Files below docs that are on no list: nobody would find them. */
export const unlistedFiles = (root: string): string[] => {
  const listed = new Set(pageFiles(root))
  return globSync('docs/**/*.md', { cwd: root }).filter((file) => !listed.has(file))
}

const PLACES: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'contribute/index.md',
  'ARCHITECTURE.md': 'contribute/architecture.md',
  'CODE_OF_CONDUCT.md': 'contribute/code-of-conduct.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security.md',
  'README.md': 'index.md',
  'packages/testkit/README.md': 'contribute/testkit.md',
}

/** Where a file of the repository stands on the site: docs/start.md → start.md, modules/bank/README.md → modules/bank.md. */
export const placeOf = (file: string): string =>
  PLACES[file] ??
  file
    .replace(/^docs\//, '')
    .replace(/^(packages|modules)\/(\w+)\/README\.md$/, 'modules/$2.md')
    .replace(/README\.md$/, 'index.md')

/** start.md → /start, decisions/index.md → /decisions/ */
export const linkOf = (place: string): string => `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`
