import { refuse } from '@patchbay/sdk/request'
import type { BuildModule } from '@patchbay/sdk/run-module'
import { serveTelephony } from '@patchbay/sdk/telephony'
import { placeCall } from './calls.ts'

const EXTENSIONS = ['101', '102', '103']

export const build: BuildModule = ({ connection: { client, secretFor }, publicUrl, log }) => {
  const exchange = serveTelephony({
    secretFor,
    // Answer as soon as the phone rings: the system waits five seconds.
    makeCall: (call) => {
      if (!EXTENSIONS.includes(call.code)) refuse(`There is no phone ${call.code}`)
      placeCall(client, call).catch((error) => log(`the call to ${call.phone} failed: ${error}`))
    },
    changeUserStatus: ({ code, status }) => log(`${code} is ${status}`),
  })
  const { handler } = exchange
  // With allowEdit an administrator assigns the extensions in the workspace.
  const registration = exchange.registration(publicUrl, { allowEdit: true })
  return { code: 'my-module', name: 'My module', handler, registration }
}
