import { ensureTemplate } from '@patchbay/testkit/database'

export const setup = async (): Promise<void> => {
  await ensureTemplate()
}
