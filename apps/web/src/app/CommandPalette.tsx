import { joinFacts } from '../lib/bidi.ts'
import '@mantine/spotlight/styles.css'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import {
  IconChecklist,
  IconMessage,
  IconMoon,
  IconPhone,
  IconSearch,
  IconShoppingBag,
  IconShoppingBagPlus,
  IconSun,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageSearchQuery } from '../features/chats/message-search/queries.ts'
import { nameOf } from '../features/crm/customers/CustomerList.tsx'
import { searchQuery } from '../features/crm/search/queries.ts'
import { callsOfNumberQuery, callsSaidQuery, isNumber } from '../features/telephony/calls/queries.ts'
import { useFormat } from '../lib/format.ts'
import { useHasRole } from '../lib/me.ts'
import { useTexts } from '../texts/catalogue.ts'
import { destinationsFor } from './destinations.ts'

const TYPING_MS = 150
const MOST_FOUND = 5
const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Of what was found for an earlier text, what still has every word: Enter must not open what was not asked for. */
const narrowed = (groups: SpotlightActionGroupData[], text: string): SpotlightActionGroupData[] => {
  const words = text.trim().toLowerCase().split(/\s+/)
  const fits = ({ label = '', description = '' }: SpotlightActionData) =>
    words.every((word) => `${label} ${description}`.toLowerCase().includes(word))
  return groups.map((group) => ({ ...group, actions: group.actions.filter(fits) }))
}

/** What the server finds; `isEarlier`: some of it is of an earlier text. */
const useResults = (text: string) => {
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const results = useQuery({ ...searchQuery({ text: asked }), placeholderData: keepPreviousData })
  const words = useQuery({ ...messageSearchQuery(asked, MOST_FOUND), placeholderData: keepPreviousData })
  const numbers = useQuery({ ...callsOfNumberQuery(asked), placeholderData: keepPreviousData })
  const said = useQuery({ ...callsSaidQuery(asked), placeholderData: keepPreviousData })
  const [messages, calls] = [words.data?.messages, isNumber(text) ? numbers.data?.calls : said.data?.calls]
  const isEarlier =
    asked !== text ||
    results.isPlaceholderData ||
    words.isPlaceholderData ||
    (calls && (isNumber(text) ? numbers : said).isPlaceholderData)
  return { asked, results, messages, calls, isEarlier }
}

/** Customers, orders, messages and calls, as the server finds them. */
const useFound = (text: string): { groups: SpotlightActionGroupData[]; isLoading: boolean } => {
  const { customers, orders, order: orderTexts, chats, calls: callTexts } = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const { asked, results, messages, calls, isEarlier } = useResults(text)
  const found = text.trim().length < 2 ? undefined : results.data
  const isTyped = found !== undefined
  const details = (...parts: (string | undefined)[]) => joinFacts(parts)
  const groups = [
    {
      group: customers.title,
      actions: (found?.customers ?? []).map((customer) => ({
        id: `customer-${customer.id}`,
        label: nameOf(customer) || customers.nameless,
        description: details(customer.phones[0]?.number, customer.email),
        leftSection: <IconUser {...ICON} />,
        onClick: () => void navigate({ to: '/customers/$id', params: { id: String(customer.id) } }),
      })),
    },
    {
      group: orders.title,
      actions: (found?.orders ?? []).map((order) => ({
        id: `order-${order.id}`,
        label: orderTexts.title(order.number),
        description: details(
          `${order.firstName} ${order.lastName}`.trim(),
          format.money(order.totalSumm, order.currency),
        ),
        leftSection: <IconShoppingBag {...ICON} />,
        onClick: () => void navigate({ to: '/orders/$id', params: { id: String(order.id) } }),
      })),
    },
    {
      group: callTexts.title,
      actions: (isTyped ? (calls ?? []) : []).slice(0, MOST_FOUND).map((call) => ({
        id: `call-${call.id}`,
        label: call.said?.text ?? call.phone,
        description: details(
          call.said && call.phone,
          call.direction === 'in' ? callTexts.incoming : callTexts.outgoing,
          format.moment(call.startedAt),
        ),
        leftSection: <IconPhone {...ICON} />,
        onClick: () =>
          void navigate({ to: '/calls/$id', params: { id: String(call.id) }, search: { at: call.said?.at } }),
      })),
    },
    {
      group: chats.foundTitle,
      actions: (isTyped ? (messages ?? []) : []).map((message) => ({
        id: `message-${message.id}`,
        label: message.text,
        description: details(message.name, format.ago(message.at)),
        leftSection: <IconMessage {...ICON} />,
        onClick: () =>
          void navigate({
            to: '/chats/$id',
            params: { id: String(message.chatId) },
            search: { message: message.id },
          }),
      })),
    },
  ]
  return {
    isLoading: results.isFetching || asked !== text,
    groups: isEarlier ? narrowed(groups, text) : groups,
  }
}

/** Pages and commands, found by their names. */
const useCommands = (isAdmin: boolean, text: string): SpotlightActionGroupData[] => {
  const texts = useTexts()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const wanted = text.trim().toLowerCase()
  const named = (actions: (SpotlightActionData & { label: string })[]) =>
    actions.filter(({ label }) => label.toLowerCase().includes(wanted))
  const creating = [
    {
      id: 'new-customer',
      label: texts.customers.add,
      leftSection: <IconUserPlus {...ICON} />,
      onClick: () => void navigate({ to: '/customers/add' }),
    },
    {
      id: 'new-order',
      label: texts.order.new,
      leftSection: <IconShoppingBagPlus {...ICON} />,
      onClick: () => void navigate({ to: '/orders/add' }),
    },
    {
      id: 'new-task',
      label: texts.tasks.new,
      leftSection: <IconChecklist {...ICON} />,
      onClick: () => void navigate({ to: '/tasks', search: { new: true } }),
    },
  ]
  return [
    {
      group: texts.palette.commands,
      actions: named([
        ...(useHasRole('manager') ? creating : []),
        {
          id: 'scheme',
          label: isDark ? texts.palette.toLight : texts.palette.toDark,
          leftSection: isDark ? <IconSun {...ICON} /> : <IconMoon {...ICON} />,
          onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
        },
      ]),
    },
    {
      group: texts.palette.go,
      actions: named(
        destinationsFor(isAdmin).map(({ to, title, icon: Icon }) => ({
          id: to,
          label: title(texts),
          leftSection: <Icon {...ICON} />,
          onClick: () => void navigate({ to }),
        })),
      ),
    },
  ]
}

/** Ctrl or Cmd + K: customers, orders, calls, messages, pages and commands. */
export const CommandPalette = ({ isAdmin, onClose }: { isAdmin: boolean; onClose: () => void }) => {
  const texts = useTexts()
  const [text, setText] = useState('')
  const found = useFound(text)
  const groups = [...found.groups, ...useCommands(isAdmin, text)].filter(({ actions }) => actions.length > 0)
  useEffect(() => spotlight.open(), [])
  return (
    <Spotlight
      actions={groups}
      // The groups hold only what matches.
      filter={(_text, actions) => actions}
      query={text}
      onQueryChange={setText}
      scrollable
      maxHeight="60vh"
      shortcut={null}
      onSpotlightClose={onClose}
      attributes={{ content: { 'aria-label': texts.shell.search } }}
      nothingFound={found.isLoading ? texts.common.loading : texts.palette.nothing}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: texts.palette.placeholder,
        'aria-label': texts.palette.placeholder,
      }}
    />
  )
}
