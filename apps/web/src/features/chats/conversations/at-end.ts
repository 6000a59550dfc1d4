import { useCallback, useEffect, useRef } from 'react'

const NEAR = 40

/**
 * Keeps a conversation scrolled to its end while pictures load or the message field grows, until the user scrolls up.
 * `last` is the last row, if it is loaded: a new one scrolls to the end again. `atStart`: begin at the end.
 */
export const useScrollToEnd = (last: string | undefined, atStart: boolean) => {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(atStart)
  const known = useRef(atStart ? '' : last)
  useEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    let reached = 0
    const toEnd = () => {
      if (isAtEnd.current) outer.scrollTop = outer.scrollHeight
    }
    const look = () => {
      const left = outer.scrollHeight - outer.scrollTop - outer.clientHeight
      // Content that has just grown is not at its end either; only scrolling up counts as leaving it.
      if (left < NEAR) isAtEnd.current = true
      else if (outer.scrollTop < reached) isAtEnd.current = false
      reached = outer.scrollTop
    }
    const observer = new ResizeObserver(toEnd)
    observer.observe(outer)
    observer.observe(inner)
    outer.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(() => {
    // Without a known end, the end has been reached by scrolling; it is not a new message.
    const isNew = known.current !== undefined && last !== undefined && known.current !== last
    known.current = last
    if (!isNew) return
    isAtEnd.current = true
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  const leave = useCallback(() => {
    isAtEnd.current = false
  }, [])
  return { box, content, leave }
}
