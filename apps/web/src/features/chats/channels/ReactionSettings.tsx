import { Stack, Text } from '@mantine/core'
import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Facts } from '../../../ui/Facts.tsx'

const KINDS = ['text', 'image', 'file', 'audio', 'product', 'order'] as const

/** C-15: whether users get a reaction picker at all. */
const takesReactions = (settings: ChannelSettings): boolean =>
  KINDS.some((kind) => ['receive', 'both'].includes(settings[kind]?.reaction ?? 'none'))

/** C-02…C-04, D-67 */
export const ReactionSettings = ({ settings }: { settings: ChannelSettings }) => {
  const { channels: texts } = useSetUpTexts()
  if (!takesReactions(settings)) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noReactions}
      </Text>
    )
  }
  const { dictionary, max_count: most = 1 } = settings.reactions ?? {}
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [
            texts.mayAdd,
            dictionary ? (
              <Text key="emoji" span size="lg" style={{ letterSpacing: 4 }}>
                {dictionary.join(' ')}
              </Text>
            ) : (
              texts.anyEmoji
            ),
          ],
          [texts.atMost, most === 1 ? texts.one : texts.several(most)],
        ]}
      />
      <Text size="xs" c="dimmed">
        {texts.clientsFree}
      </Text>
    </Stack>
  )
}
