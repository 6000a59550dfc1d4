// Environment: PATCHBAY_URL, PATCHBAY_KEY (an API key with integration and telephony scopes), PUBLIC_URL; optionally PORT,
// DATA_FOLDER, PHONES (101,102,103 by default) and SETUP_FILE (setup.ts).
import { runModule } from '@patchbay/sdk/run-module'
import { readSetup } from './setup.ts'
import { phonesModule } from './start.ts'

await runModule(phonesModule({ phones: process.env.PHONES?.split(','), setup: readSetup(process.env.SETUP_FILE) }))
