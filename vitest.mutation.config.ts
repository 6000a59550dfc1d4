import { defineConfig } from 'vitest/config'

// The unit tests of the rules, for `npm run mutation`: pure, so they need no database and take no time.
export default defineConfig({
  test: { include: ['apps/server/src/*/*/*rules.test.ts'], testTimeout: 10_000 },
})
