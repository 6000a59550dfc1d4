import { Title, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useFormat } from '../lib/format.ts'
import { useNow } from '../lib/now.ts'
import { useWallTexts } from '../texts/wall.ts'
import type { Tone } from './Status.tsx'
import styles from './Wall.module.css'

// The parts of the live wall, in sizes that are read from the other end of the room.

const toneOf = (tone: Tone): CSSProperties => ({ '--tone': `var(--app-${tone})` }) as CSSProperties
const textTone = (tone: Tone | undefined): CSSProperties =>
  tone === undefined ? {} : ({ '--tone-text': `var(--app-${tone})` } as CSSProperties)

type PanelProps = { title: string; count: ReactNode; tone?: Tone | undefined; foot?: ReactNode; children: ReactNode }

export const WallPanel = ({ title, count, tone, foot, children }: PanelProps) => {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.title}>
        <Title order={2} id={id}>
          {title}
        </Title>
        <span className={styles.count} style={tone && { color: `var(--app-${tone})` }}>
          {count}
        </span>
      </div>
      {children}
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  )
}

export const WallQuiet = ({ children }: { children: ReactNode }) => <div className={styles.quiet}>{children}</div>

type RowsProps<Item> = { items: readonly Item[]; most: number; all?: number; row: (item: Item) => ReactNode }

/** As many as fit, and how many more there are. */
export const WallRows = <Item,>({ items, most, all = items.length, row }: RowsProps<Item>) => {
  const texts = useWallTexts()
  const shown = items.slice(0, most)
  return (
    <>
      <ul className={styles.rows}>{shown.map(row)}</ul>
      {all > shown.length && <WallQuiet>{texts.more(all - shown.length)}</WallQuiet>}
    </>
  )
}

type RowProps = { tone: Tone; name: string; details: ReactNode; children?: ReactNode }

export const WallRow = ({ tone, name, details, children }: RowProps) => (
  <li className={styles.row} style={toneOf(tone)}>
    <div className={styles.what}>
      <div className={styles.name}>{name}</div>
      <div className={styles.details}>{details}</div>
    </div>
    {children}
  </li>
)

type SinceProps = { since: string; label: string; lateAfterSeconds?: number }

/** How long, to the second; red when it is too long. */
export const WallSince = ({ since, label, lateAfterSeconds }: SinceProps) => {
  const format = useFormat()
  const seconds = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 1000))
  const isLate = lateAfterSeconds !== undefined && seconds > lateAfterSeconds
  return (
    <span className={styles.time} style={textTone(isLate ? 'bad' : undefined)}>
      <VisuallyHidden>{label} </VisuallyHidden>
      <time dateTime={since}>{format.duration(seconds)}</time>
    </span>
  )
}

type FigureProps = { name: string; children: ReactNode; tone?: Tone | undefined; small?: boolean }

export const WallFigure = ({ name, children, tone, small }: FigureProps) => (
  <div className={styles.figure} data-small={small || undefined} style={textTone(tone)}>
    <dt>{name}</dt>
    {children}
  </div>
)
