import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Customer } from '@patchbay/contract/crm/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { searchQuery } from '../search/queries.ts'
import { nameOf } from './CustomerList.tsx'
import styles from './CustomerPicker.module.css'

const TYPING_MS = 200
const SHORTEST = 2

type PickerProps = {
  label: string
  placeholder: string
  nothingFound: string
  onPick: (id: number, name: string) => void
  onCancel: () => void
}

const Found = ({ customer, onPick }: { customer: Customer } & Pick<PickerProps, 'onPick'>) => {
  const { customers } = useTexts()
  const name = nameOf(customer)
  return (
    <UnstyledButton className={styles.found ?? ''} onClick={() => onPick(customer.id, name)}>
      <Text size="sm" fw={500}>
        {name || customers.nameless}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        {customer.phones[0]?.number ?? customer.email}
      </Text>
    </UnstyledButton>
  )
}

/** Finds a customer; one click chooses. */
export const CustomerPicker = ({ label, placeholder, nothingFound, onPick, onCancel }: PickerProps) => {
  const { common } = useTexts()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, TYPING_MS)
  const { data, isFetching } = useQuery({
    ...searchQuery({ text, only: 'customers' }),
    placeholderData: keepPreviousData,
  })
  const found = typed.trim().length < SHORTEST ? undefined : data?.customers
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        placeholder={placeholder}
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {found?.length === 0 && !isFetching && (
          <Text size="sm" c="dimmed">
            {nothingFound}
          </Text>
        )}
      </div>
      {found && found.length > 0 && (
        <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {found.map((customer) => (
            <li key={customer.id}>
              <Found customer={customer} onPick={onPick} />
            </li>
          ))}
        </Stack>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
