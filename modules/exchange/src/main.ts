// Environment: PATCHBAY_URL, PATCHBAY_KEY, PUBLIC_URL and EXCHANGE_DATABASE_URL; README.md has the rest.
import { runModule } from '@patchbay/sdk/run-module'
import { exchangeModule } from './module.ts'
import { readSettings } from './settings.ts'

await runModule((context) => exchangeModule(readSettings(process.env))(context))
