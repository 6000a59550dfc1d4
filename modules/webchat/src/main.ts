// Environment: PATCHBAY_URL, PATCHBAY_KEY (an API key with integration scopes), PUBLIC_URL; optionally PORT, DATA_FOLDER and
// SETUP_FILE (setup.ts).
import { runModule } from '@patchbay/sdk/run-module'
import { readSetup } from './setup.ts'
import { webchatModule } from './start.ts'

await runModule(webchatModule(readSetup(process.env.SETUP_FILE)))
