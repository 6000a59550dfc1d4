import { Alert, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../../texts/customer-form.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { searchQuery } from '../search/queries.ts'
import { nameOf } from './CustomerList.tsx'

const TYPING_MS = 300
const FEWEST_DIGITS = 7

const isWhole = (contact: string): boolean =>
  /^\S+@\S+\.\S+$/.test(contact.trim()) || contact.replace(/\D/g, '').length >= FEWEST_DIGITS

/** Warns before a duplicate is created. */
export const KnownContacts = ({ contacts }: { contacts: string[] }) => {
  const { customers } = useTexts()
  const texts = useCustomerFormTexts()
  // One text: a new list at each render would never settle.
  const [settled] = useDebouncedValue(contacts.filter(isWhole).join('\n'), TYPING_MS)
  const asked = settled.split('\n').filter(Boolean)
  const found = useQueries({
    queries: asked.map((text) => searchQuery({ text, only: 'customers' })),
    combine: (all) => [
      ...new Map(all.flatMap(({ data }) => data?.customers ?? []).map((one) => [one.id, one])).values(),
    ],
  })
  if (found.length === 0) return null
  return (
    <Alert variant="default" role="status">
      <Text size="sm">{texts.known}</Text>
      <Group gap="md">
        {found.map((customer) => (
          <AnchorLink key={customer.id} to="/customers/$id" params={{ id: String(customer.id) }} size="sm">
            {nameOf(customer) || customers.nameless}
          </AnchorLink>
        ))}
      </Group>
    </Alert>
  )
}
