import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ROW } from '../lib/list-keys.ts'
import styles from './DataList.module.css'

const Anchor = (props: ComponentProps<'a'>) => <a {...props} {...ROW} className={styles.link} />

/** The link of a row; the whole row is clickable. */
export const RowLink: LinkComponent<typeof Anchor> = createLink(Anchor)

/** The same for a row that opens something on this page. */
export const RowButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    {...props}
    {...ROW}
    className={styles.link}
    style={{ background: 'none', border: 0, padding: 0, font: 'inherit', fontWeight: 500, cursor: 'pointer' }}
  />
)
