import { defineConfig } from 'vitest/config'

// The unit tests of the rules, for `npm run mutation`: pure, so they need no database and take no time.
export default defineConfig({
  test: {
    include: [
      'apps/server/src/{crm,telephony,payments,chats,integration-modules}/*/*rules.test.ts',
      'apps/server/src/platform/modules/rules.test.ts',
      'packages/contract/src/*/*rules.test.ts',
    ],
    // A mutant that does not end is stopped by the mutation run itself.
    testTimeout: 300_000,
  },
})
