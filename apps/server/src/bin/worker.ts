// The worker alone, without the command line: `node apps/server/src/bin/worker.ts` is `patchbay worker`.
import { startWorker } from '../background/start-worker.ts'
import { readWorkerConfig } from '../config.ts'

await startWorker(readWorkerConfig())
