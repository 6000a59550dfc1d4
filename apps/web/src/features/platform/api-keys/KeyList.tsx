import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import type { ApiKeySummary } from '@patchbay/contract/platform/workspace/api-keys'
import { IconApps, IconBan, IconDots, IconRefresh } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { apiKeysQuery, useAllowSeveral, useRevokeKey, useRotateKey } from './queries.ts'
import { SharedKeys } from './SharedKeys.tsx'

type PendingAction = { what: 'rotate' | 'revoke' | 'allow-several'; key: ApiKeySummary }

const KeyMenu = ({ apiKey, onAsk }: { apiKey: ApiKeySummary; onAsk: (asked: PendingAction) => void }) => {
  const { apiKeys: texts, common } = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${common.actions}: ${apiKey.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onAsk({ what: 'rotate', key: apiKey })}>
          {texts.rotate}
        </Menu.Item>
        {!apiKey.severalModules && (
          <Menu.Item leftSection={<IconApps size={16} />} onClick={() => onAsk({ what: 'allow-several', key: apiKey })}>
            {texts.allowSeveral}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBan size={16} />} onClick={() => onAsk({ what: 'revoke', key: apiKey })}>
          {texts.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const useColumns = (onAsk: (asked: PendingAction) => void): Column<ApiKeySummary>[] => {
  const { apiKeys: texts, common } = useTexts()
  const format = useFormat()
  return [
    {
      key: 'name',
      head: texts.name,
      cell: ({ id, name, modules, forModule, expiresAt }) => (
        <>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {joinFacts([
              `${id}…`,
              modules.length > 0
                ? modules.map(texts.ofModule).join(', ')
                : forModule
                  ? texts.unbound
                  : texts.everyModule,
              expiresAt && texts.expires(format.moment(expiresAt)),
            ])}
          </Text>
        </>
      ),
    },
    {
      key: 'scopes',
      head: texts.scopes,
      cell: ({ scopes }) => (
        <Tooltip label={scopes.join(', ')} multiline maw={320}>
          <Text size="sm" component="span">
            {texts.scopeCount(scopes.length)}
          </Text>
        </Tooltip>
      ),
    },
    {
      key: 'sites',
      head: texts.sites,
      wideOnly: true,
      cell: ({ sites }) => sites?.join(', ') ?? texts.everySite,
    },
    { key: 'created', head: texts.created, wideOnly: true, cell: ({ createdAt }) => format.date(createdAt) },
    {
      key: 'used',
      head: texts.lastUsed,
      wideOnly: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? format.ago(lastUsedAt) : common.never),
    },
    {
      key: 'actions',
      head: '',
      actions: true,
      width: 48,
      cell: (key) => <KeyMenu apiKey={key} onAsk={onAsk} />,
    },
  ]
}

export const KeyList = ({ onCreated }: { onCreated: (apiKey: string) => void }) => {
  const { apiKeys } = useSuspenseQuery(apiKeysQuery).data
  const { apiKeys: texts } = useTexts()
  const [asked, setAsked] = useState<PendingAction>()
  const rotate = useRotateKey()
  const revoke = useRevokeKey()
  const allowSeveral = useAllowSeveral()
  const close = () => setAsked(undefined)
  const name = asked?.key.name ?? ''
  const columns = useColumns((next) => {
    rotate.reset()
    revoke.reset()
    allowSeveral.reset()
    setAsked(next)
  })
  return (
    <>
      <SharedKeys apiKeys={apiKeys} />
      <DataList label={texts.title} rows={apiKeys} columns={columns} rowKey={({ id }) => id} />
      <Confirm
        opened={asked?.what === 'rotate'}
        onClose={close}
        title={texts.rotateAsk(name)}
        action={texts.rotate}
        pending={rotate.isPending}
        error={rotate.error}
        onConfirm={() =>
          asked &&
          rotate.mutate(asked.key.id, {
            onSuccess: ({ apiKey }) => {
              close()
              onCreated(apiKey)
            },
          })
        }
      >
        {texts.rotateWhat}
      </Confirm>
      <Confirm
        opened={asked?.what === 'allow-several'}
        onClose={close}
        title={texts.allowSeveralAsk(name)}
        action={texts.allowSeveral}
        pending={allowSeveral.isPending}
        error={allowSeveral.error}
        onConfirm={() =>
          asked &&
          allowSeveral.mutate(asked.key.id, {
            onSuccess: () => {
              close()
              notifySuccess(texts.severalAllowed)
            },
          })
        }
      >
        {texts.allowSeveralWhat}
      </Confirm>
      <Confirm
        opened={asked?.what === 'revoke'}
        onClose={close}
        title={texts.revokeAsk(name)}
        action={texts.revoke}
        dangerous
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          asked &&
          revoke.mutate(asked.key.id, {
            onSuccess: () => {
              close()
              notifySuccess(texts.revoked)
            },
          })
        }
      >
        {texts.revokeWhat}
      </Confirm>
    </>
  )
}
