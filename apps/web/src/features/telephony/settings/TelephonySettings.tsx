import { ActionIcon, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReplyOf } from '@patchbay/contract/base/endpoint'
import type { getTelephonySettings } from '@patchbay/contract/telephony/workspace/settings'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { randomId } from '../../../lib/random-id.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { telephonySettingsQuery, useSaveTelephony } from './queries.ts'

type Choice = { value: string; label: string }
type Pair = { key: string; of: string; number: string }
type Settings = ReplyOf<typeof getTelephonySettings>['settings']

type PairsProps = {
  title: string
  none: string
  heads: [string, string]
  choices: Choice[]
  pairs: Pair[]
  locked: boolean
  onChange: (pairs: Pair[]) => void
}

const newPair = (): Pair => ({ key: randomId(), of: '', number: '' })

const Pairs = ({ title, none, heads, choices, pairs, locked, onChange }: PairsProps) => {
  const { telephony: texts } = useTexts()
  const change = (key: string, part: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)))
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      {pairs.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {pairs.map((pair) => (
        <Group key={pair.key} gap="xs" wrap="nowrap">
          <Select
            aria-label={heads[0]}
            placeholder={heads[0]}
            flex={2}
            searchable
            disabled={locked}
            data={choices}
            value={pair.of || null}
            onChange={(of) => change(pair.key, { of: of ?? '' })}
          />
          <TextInput
            aria-label={heads[1]}
            placeholder={heads[1]}
            flex={1}
            disabled={locked}
            value={pair.number}
            onChange={(event) => change(pair.key, { number: event.currentTarget.value })}
          />
          {!locked && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${texts.removeRow} ${pair.number}`}
              onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!locked && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...pairs, newPair()])}
          >
            {texts.add}
          </Button>
        </div>
      )}
    </Stack>
  )
}

const pairsOf = (settings: Settings) => ({
  codes: settings.additionalCodes.map(({ userId, code }) => ({ ...newPair(), of: String(userId), number: code })),
  phones: settings.externalPhones.map(({ siteCode, externalPhone }) => ({
    ...newPair(),
    of: siteCode,
    number: externalPhone,
  })),
})

const isWhole = ({ of, number }: Pair): boolean => of !== '' && number.trim() !== ''

type TelephonyProps = { code: string; users: Choice[]; shops: Choice[] }

/** T-02, T-03, T-04: the extensions of users and the external numbers of shops; locked if the module says so. */
export const TelephonySettings = ({ code, users, shops }: TelephonyProps) => {
  const { settings } = useSuspenseQuery(telephonySettingsQuery(code)).data
  const { module: texts, telephony, common } = useTexts()
  const form = useForm({ initialValues: pairsOf(settings) })
  const save = useSaveTelephony(code)
  const locked = !settings.allowEdit
  const saved = () => {
    form.resetDirty()
    notifySuccess(telephony.saved)
  }
  const submit = form.onSubmit(({ codes, phones }) =>
    save.mutate(
      {
        additionalCodes: codes.filter(isWhole).map(({ of, number }) => ({ userId: Number(of), code: number.trim() })),
        externalPhones: phones
          .filter(isWhole)
          .map(({ of, number }) => ({ siteCode: of, externalPhone: number.trim() })),
      },
      { onSuccess: saved },
    ),
  )
  return (
    <Stack gap="lg">
      {locked && <Text size="sm">{texts.locked}</Text>}
      <Pairs
        title={texts.codes}
        none={texts.codesNone}
        heads={[texts.user, texts.code]}
        choices={users}
        locked={locked}
        pairs={form.values.codes}
        onChange={(codes) => form.setFieldValue('codes', codes)}
      />
      <Pairs
        title={texts.phones}
        none={texts.phonesNone}
        heads={[texts.shop, texts.phone]}
        choices={shops}
        locked={locked}
        pairs={form.values.phones}
        onChange={(phones) => form.setFieldValue('phones', phones)}
      />
      {save.error && <Problem error={save.error} />}
      {!locked && (
        <div>
          <Button disabled={!form.isDirty()} loading={save.isPending} onClick={() => submit()}>
            {common.save}
          </Button>
        </div>
      )}
    </Stack>
  )
}
