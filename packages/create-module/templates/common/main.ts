import { runModule } from '@patchbay/sdk/run-module'
import { build } from './module.ts'

await runModule(build)
