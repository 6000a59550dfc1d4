import { Stack, Text } from '@mantine/core'
import type { ModuleDetails } from '@patchbay/contract/integration-modules/workspace/health'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'

/** Background work for the module that an error of ours delays or has stopped. */
export const LaneErrors = ({ errors }: { errors: ModuleDetails['laneErrors'] }) => {
  const { module: texts } = useTexts()
  const format = useFormat()
  return (
    <Stack gap={4}>
      {errors.map(({ kind, lanes, givenUp, lastErrorCode, lastErrorAt }) => {
        const name = texts.laneKinds[kind] ?? kind
        return (
          <Text key={kind} size="sm" c="var(--app-bad)" title={format.exact(lastErrorAt)}>
            {givenUp > 0
              ? texts.laneGivenUp(name, givenUp, lastErrorCode)
              : texts.laneError(name, lanes, lastErrorCode)}
          </Text>
        )
      })}
    </Stack>
  )
}
