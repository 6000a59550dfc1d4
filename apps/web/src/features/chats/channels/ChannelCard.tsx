import { Badge, Group, Paper, Stack, Title } from '@mantine/core'
import type { Channel } from '@patchbay/contract/chats/channels'
import { useFormat } from '../../../lib/format.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Abilities } from './Abilities.tsx'
import { ReactionSettings } from './ReactionSettings.tsx'

/** yandex_market → Yandex market: there are no texts for messenger names. */
const asName = (type: string): string => `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`

/** One channel as its transport declared it; read-only. */
export const ChannelCard = ({ channel }: { channel: Channel }) => {
  const { channels: texts } = useSetUpTexts()
  const format = useFormat()
  const { settings, type, is_active: isActive, deactivated_at: deactivatedAt } = channel
  const name = channel.name || asName(type)
  const longest = settings.text?.max_chars_count
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="lg">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Title order={2}>{name}</Title>
            <Badge variant="default" size="sm" fw={500} tt="none">
              {texts.types[type] ?? asName(type)}
            </Badge>
          </Group>
          <Status tone={isActive ? 'good' : 'calm'}>
            {isActive || !deactivatedAt ? texts.active : texts.inactive(format.date(deactivatedAt))}
          </Status>
        </Group>
        <Facts
          columns={3}
          facts={[
            [texts.id, channel.external_id ? `${channel.id} (${channel.external_id})` : channel.id],
            [texts.since, format.date(channel.created_at)],
            [texts.longest, longest ? texts.characters(longest) : undefined],
          ]}
        />
        <div>
          <Title order={3} mb="xs">
            {texts.abilities}
          </Title>
          <Abilities settings={settings} />
        </div>
        <div>
          <Title order={3} mb="xs">
            {texts.reactions}
          </Title>
          <ReactionSettings settings={settings} />
        </div>
      </Stack>
    </Paper>
  )
}
