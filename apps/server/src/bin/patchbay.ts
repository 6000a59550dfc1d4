#!/usr/bin/env node
// The operator's command line: `patchbay <command>` (bin/patchbay in the root of the repository starts it).
import { JOBS } from '../background/job-list.ts'
import { runCommandLine } from '../operator/command-line.ts'

// Most commands need no server: its code is loaded by those that do.
const parts = {
  startServer: async (config) => (await import('../http/start.ts')).startServer(config),
  startWorker: async (config) => (await import('../background/start-worker.ts')).startWorker(config),
  jobs: JOBS,
} satisfies Parameters<typeof runCommandLine>[0]

await runCommandLine(parts, process.argv.slice(2))
