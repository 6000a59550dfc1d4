import { defineConfig } from 'vitest/config'

// The pure tests of the money rules, for `npm run mutation`: they need neither a database nor a moment.
export default defineConfig({
  test: { include: ['apps/server/src/payments/{rules,judge}.test.ts'], testTimeout: 10_000 },
})
