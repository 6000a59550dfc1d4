import { Group, Select, Stack, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { isolate, joinFacts } from '../../../lib/bidi.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { paymentShopsQuery, useBindType } from './queries.ts'

/** Modules and their shops may share a name: then show the code too. */
const sharesName = ({ name }: { name: string }, all: readonly { name: string }[]): boolean =>
  all.filter((one) => one.name === name).length > 1

/** P-06, P-07, P-23: each payment type, and the shop of a payment module that it uses. */
export const TypeBindings = () => {
  const { shops, types } = useSuspenseQuery(paymentShopsQuery).data
  const texts = useTexts()
  const bind = useBindType()
  const { paymentSettings } = texts
  if (shops.length === 0) {
    return <EmptyState icon={IconCreditCard} title={paymentSettings.none} what={paymentSettings.noneWhat} />
  }
  const named = shops.map((shop) => ({ ...shop, name: `${isolate(shop.moduleName)}: ${isolate(shop.name)}` }))
  const choices = named.map(({ id, name, moduleCode, active, removed, moduleOff }) => ({
    value: String(id),
    label: joinFacts(
      [
        sharesName({ name }, named) ? `${isolate(name)} (${moduleCode})` : name,
        removed ? paymentSettings.gone : moduleOff ? paymentSettings.moduleOff : !active && paymentSettings.closed,
      ],
      ', ',
    ),
    disabled: removed || moduleOff,
  }))
  const change = (typeCode: string, shopId: string | null) =>
    bind.mutate(
      { typeCode, shopId: shopId === null ? undefined : Number(shopId) },
      {
        onSuccess: () => notifySuccess(paymentSettings.bound),
        onError: (error) => notifyError(errorText(texts, error)),
      },
    )
  return (
    <Stack gap="md">
      {types.map((type) => (
        <div key={type.code}>
          <Group justify="space-between" gap="sm">
            <div>
              <Text size="sm" fw={500}>
                {type.name}
              </Text>
              {sharesName(type, types) && (
                <Text size="xs" c="dimmed">
                  {type.code}
                </Text>
              )}
            </div>
            <Select
              aria-label={type.name}
              placeholder={paymentSettings.notBound}
              clearable
              w={{ base: '100%', xs: 320 }}
              data={choices}
              value={type.shopId === undefined ? null : String(type.shopId)}
              onChange={(shopId) => change(type.code, shopId)}
            />
          </Group>
          {type.warning && (
            <Text size="xs" mt={4} c={type.usable ? 'var(--app-warn)' : 'var(--app-bad)'}>
              {texts.invoices.warnings[type.warning.code](type.warning.shop)}
              {!type.usable && type.payments > 0 && `. ${paymentSettings.payments(type.payments)}`}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  )
}
