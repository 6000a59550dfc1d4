import '@mantine/spotlight/styles.css'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../texts/catalogue.ts'
import { destinationsFor } from './destinations.ts'

/** Ctrl or Cmd + K: everywhere one can go and what one can do, by name. */
export const CommandPalette = ({ isAdmin, onClose }: { isAdmin: boolean; onClose: () => void }) => {
  const texts = useTexts()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  useEffect(() => spotlight.open(), [])
  const groups: SpotlightActionGroupData[] = [
    {
      group: texts.palette.go,
      actions: destinationsFor(isAdmin).map(({ to, title, icon: Icon }) => ({
        id: to,
        label: title(texts),
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => void navigate({ to }),
      })),
    },
    {
      group: texts.palette.commands,
      actions: [
        {
          id: 'scheme',
          label: isDark ? texts.palette.toLight : texts.palette.toDark,
          leftSection: isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />,
          onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
        },
      ],
    },
  ]
  return (
    <Spotlight
      actions={groups}
      shortcut={null}
      onSpotlightClose={onClose}
      attributes={{ content: { 'aria-label': texts.shell.search } }}
      nothingFound={texts.palette.nothing}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: texts.palette.placeholder,
        'aria-label': texts.palette.placeholder,
      }}
    />
  )
}
