import { Badge, Box, Group, Text } from '@mantine/core'
import type { ChannelSettings, Feature } from '@patchbay/contract/chats/channels'
import { IconArrowLeft, IconArrowRight, IconArrowsLeftRight } from '@tabler/icons-react'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'

const KINDS = ['text', 'image', 'file', 'audio', 'product', 'order'] as const
const ACTIONS = ['creating', 'editing', 'deleting', 'quoting', 'reaction'] as const

type Way = Exclude<Feature, 'none'>

// D-63 names directions from the transport's point of view: `receive` is from us to the customer.
const ICONS = { both: IconArrowsLeftRight, receive: IconArrowRight, send: IconArrowLeft }

const Ability = ({ name, way }: { name: string; way: Way }) => {
  const { channels: texts } = useSetUpTexts()
  const Icon = ICONS[way]
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      leftSection={<Icon size={12} role="img" aria-label={texts[way]} />}
      title={`${name}: ${texts[way]}`}
    >
      {name}
    </Badge>
  )
}

const Row = ({ name, abilities }: { name: string; abilities: [string, Feature | undefined][] }) => {
  const { channels: texts } = useSetUpTexts()
  const ways = abilities.filter((one): one is [string, Way] => one[1] !== undefined && one[1] !== 'none')
  return (
    <Group gap="xs" align="flex-start">
      <Text component="dt" size="sm" w={{ base: '100%', xs: 140 }}>
        {name}
      </Text>
      <Group component="dd" gap={6} m={0} flex="1 1 12rem">
        {ways.map(([action, way]) => (
          <Ability key={action} name={action} way={way} />
        ))}
        {ways.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.nothing}
          </Text>
        )}
      </Group>
    </Group>
  )
}

const Legend = () => {
  const { channels: texts } = useSetUpTexts()
  return (
    <Group gap="md" mt="md">
      {(['both', 'receive', 'send'] as const).map((way) => {
        const Icon = ICONS[way]
        return (
          <Group key={way} gap={4} wrap="nowrap">
            <Icon size={12} aria-hidden />
            <Text size="xs" c="dimmed">
              {texts[way]}
            </Text>
          </Group>
        )
      })}
    </Group>
  )
}

/** C-01, D-63: what can be done with each kind of message, and in which direction. */
export const Abilities = ({ settings }: { settings: ChannelSettings }) => {
  const { chats } = useTexts()
  const { channels: texts } = useSetUpTexts()
  const { status = {} } = settings
  return (
    <>
      <Box component="dl" m={0} style={{ display: 'grid', gap: 10 }}>
        {KINDS.map((kind) => {
          const group: Partial<Record<(typeof ACTIONS)[number], Feature>> = settings[kind] ?? {}
          return (
            <Row
              key={kind}
              name={chats.kinds[kind]}
              abilities={ACTIONS.map((action) => [texts.actions[action], group[action]])}
            />
          )
        })}
        <Row
          name={texts.marks}
          abilities={[
            [texts.delivered, status.delivered],
            [texts.read, status.read],
          ]}
        />
      </Box>
      <Legend />
    </>
  )
}
