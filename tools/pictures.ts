// `npm run pictures:tour`: the pictures of the documentation (docs/images) that the living demo does not show, from the browser
// tour, which takes a screenshot of every page. `npm run pictures:tour -- --copy` copies those of an earlier tour.
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'

/** Files in docs/images that `npm run pictures` makes (e2e/pictures.ts): the first ten screens of the living demo. */
export const DEMO_PICTURES: readonly string[] = [
  ...['call-card.png', 'home.png', 'orders.png', 'order.png', 'customer.png'],
  ...['calls.png', 'tasks.png', 'chat.png', 'trace-invoice.png', 'demo-panel.png'],
]

/** File in docs/images → page of the tour (e2e/tour) and view. */
export const PICTURES: Readonly<Record<string, readonly [page: string, view: string]>> = {
  'call-card-talking.png': ['call-card-talking', 'desktop-light'],
  'call-card-wrap-up.png': ['call-card-wrap-up', 'desktop-light'],
  'call-card-unknown.png': ['call-card-unknown', 'desktop-light'],
  'call-card-order.png': ['call-card-order', 'desktop-light'],
  'invoice-held.png': ['order-invoiced', 'desktop-light'],
  'report-calls.png': ['report-calls', 'desktop-light'],
  'report-payments.png': ['report-payments', 'desktop-light'],
  'report-chats.png': ['report-chats', 'desktop-light'],
  'payment-day.png': ['payment-day', 'desktop-light'],
  'wall.png': ['wall', 'desktop-light'],
  'wall-dark.png': ['wall', 'desktop-dark'],
  'trace-call.png': ['trace-call', 'desktop-light'],
  'notifications.png': ['notifications', 'desktop-light'],
  'notification-settings.png': ['notification-settings', 'desktop-light'],
  'module-desktop-dark.png': ['module', 'desktop-dark'],
  'connect.png': ['connect', 'desktop-light'],
  'users.png': ['users', 'desktop-light'],
  'user-extension.png': ['user-extension', 'desktop-light'],
  'account.png': ['account', 'desktop-light'],
  'security.png': ['security', 'desktop-light'],
  'payment-settings.png': ['payment-settings', 'desktop-light'],
  'statuses.png': ['statuses', 'desktop-light'],
  'api-keys.png': ['api-keys', 'desktop-light'],
  'traffic.png': ['traffic-exchange', 'desktop-light'],
}

/** Files in docs/images that the test of the guide for a first module makes on its way, under the same names. */
export const GUIDE_PICTURES: readonly string[] = [
  ...['guide-connect.png', 'guide-extensions.png', 'guide-payment-settings.png'],
  ...['guide-invoice.png', 'guide-paid.png', 'guide-chat.png'],
]

/** The end of the title of the tour's suite, in which each page is a test. */
const TOUR = 'in any width and colour scheme'

const tour = (): boolean => {
  const pages = [...new Set(Object.values(PICTURES).map(([page]) => page))]
  const commands = [
    ['vite', 'build', 'apps/web', '--logLevel', 'warn'],
    [
      'vitest',
      'run',
      '--config',
      'e2e/vitest.config.ts',
      'e2e/tour/views.test.ts',
      '-t',
      `${TOUR}\\W+(${pages.join('|')})$`,
    ],
    ['vitest', 'run', '--config', 'e2e/vitest.config.ts', 'e2e/integration-modules/first-module.test.ts'],
  ]
  return commands.every(([command, ...args]) => {
    const { status } = spawnSync(`node_modules/.bin/${command}`, args, {
      stdio: 'inherit',
      env: { ...process.env, PICTURES: '1' },
    })
    return status === 0
  })
}

if (import.meta.main) {
  const isReady = process.argv.includes('--copy') || tour()
  const guide = GUIDE_PICTURES.map((file): [string, string] => [file, file])
  const views = Object.entries(PICTURES).map(([file, [page, view]]): [string, string] => [file, `${page}-${view}.png`])
  const all = [...views, ...guide]
  if (isReady) for (const [file, taken] of all) copyFileSync(`e2e/screenshots/${taken}`, `docs/images/${file}`)
  console.log(isReady ? `${all.length} pictures in docs/images` : 'the tour failed: no picture copied')
  process.exitCode = isReady ? 0 : 1
}
