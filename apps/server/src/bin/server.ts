// The server alone, without the command line: `node apps/server/src/bin/server.ts` is `patchbay server`.
import { readConfig } from '../config.ts'
import { startServer } from '../http/start.ts'

await startServer(readConfig())
