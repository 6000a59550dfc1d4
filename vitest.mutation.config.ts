import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The unit tests of the rules, for `npm run mutation`: pure, so they need no database and take no time.
export default defineConfig({
  resolve: {
    // Mutants are in a copy of the source; node_modules leads to the original.
    alias: [
      { find: /^@patchbay\/contract\/(.*)$/, replacement: join(import.meta.dirname, 'packages/contract/src/$1.ts') },
    ],
  },
  test: {
    include: [
      'apps/server/src/{crm,telephony,payments,chats,integration-modules}/*/*rules.test.ts',
      'apps/server/src/platform/modules/rules.test.ts',
      'packages/contract/src/*/*rules.test.ts',
    ],
    // A mutant is chosen while the rules run, so the modules need not be loaded again for each: a quarter of the CPU time.
    isolate: false,
    // A mutant that does not end is stopped by the mutation run itself.
    testTimeout: 300_000,
  },
})
