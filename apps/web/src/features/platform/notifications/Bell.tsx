import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTexts } from '../../../texts/catalogue.ts'
import styles from './Bell.module.css'
import { useUnread } from './queries.ts'

const MOST = 99

/** In the header of every page. */
export const Bell = ({ onClick, onNear }: { onClick: () => void; onNear: () => void }) => {
  const { shell: texts } = useTexts()
  const { total } = useUnread()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      pos="relative"
      aria-label={texts.notifications(total)}
      onClick={onClick}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <IconBell size={20} stroke={1.6} />
      {total > 0 && (
        <span className={styles.count} aria-hidden>
          {total > MOST ? `${MOST}+` : total}
        </span>
      )}
    </ActionIcon>
  )
}
