import { Text } from '@mantine/core'
import type { ChannelRouting } from '@patchbay/contract/chats/workspace/assignment'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { ChannelRoutingForm, type Choices } from './ChannelRoutingForm.tsx'
import { channelRoutingQuery } from './queries.ts'

type ListProps = { shops: Choices; groups: Choices }

const labelOf = (choices: Choices, code: string | undefined) => choices.find(({ value }) => value === code)?.label

const useColumns = (
  { shops, groups }: ListProps,
  onOpen: (channel: ChannelRouting) => void,
): Column<ChannelRouting>[] => {
  const { channels: texts, shops: shopTexts, assignment } = useRoutingTexts()
  return [
    {
      key: 'name',
      head: texts.channel,
      cell: (channel) => <RowButton onClick={() => onOpen(channel)}>{channel.name || channel.type}</RowButton>,
    },
    {
      key: 'shop',
      head: shopTexts.shop,
      wideOnly: true,
      cell: ({ shop }) =>
        labelOf(shops, shop) ?? (
          <Text span size="sm" c="dimmed">
            {texts.defaultShop}
          </Text>
        ),
    },
    {
      key: 'group',
      head: shopTexts.group,
      wideOnly: true,
      cell: ({ group }) =>
        labelOf(groups, group) ?? (
          <Text span size="sm" c="dimmed">
            {texts.groupOfShop}
          </Text>
        ),
    },
    {
      key: 'state',
      head: assignment.title,
      cell: ({ enabled }) => (
        <Status tone={enabled ? 'good' : 'calm'}>{enabled ? assignment.enabledShort : texts.off}</Status>
      ),
    },
  ]
}

/** How the conversations of each channel are assigned. */
export const ChannelRoutingList = (props: ListProps) => {
  const { channels: texts } = useRoutingTexts()
  const { channels } = useSuspenseQuery(channelRoutingQuery).data
  const [opened, setOpened] = useState<ChannelRouting>()
  const columns = useColumns(props, setOpened)
  return (
    <Section title={texts.title} about={texts.what} plain>
      {channels.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.empty}
        </Text>
      ) : (
        <DataList label={texts.title} rows={channels} columns={columns} rowKey={({ id }) => id} />
      )}
      {opened && <ChannelRoutingForm channel={opened} {...props} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}
