import { Text } from '@mantine/core'
import { FigureLink, type FigureTarget } from './FigureLink.tsx'
import styles from './Report.module.css'

export type Figure = { name: string; text: string; hint?: string; target?: FigureTarget | undefined }

/** The figures of a report at a glance; each opens what it counts. */
export const FigureTiles = ({ figures }: { figures: Figure[] }) => (
  <div className={styles.tiles}>
    {figures.map(({ name, text, hint, target }) => (
      <FigureLink key={name} target={target} className={styles.tile}>
        <Text size="sm" c="dimmed" component="span" display="block">
          {name}
        </Text>
        <span className={styles.number}>{text}</span>
        {hint && (
          <Text size="xs" c="dimmed" component="span" display="block">
            {hint}
          </Text>
        )}
      </FigureLink>
    ))}
  </div>
)
