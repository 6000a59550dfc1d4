import { useEffect, useRef } from 'react'

const NEAR = 40

/**
 * A conversation stands at its end, and stays there while pictures and files take their room or the writer's field
 * grows, until its reader goes up. `last` is what stands at the end: with a new one we are there again.
 */
export const useScrollToEnd = (last: number | undefined) => {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    let reached = 0
    const toEnd = () => {
      if (isAtEnd.current) outer.scrollTop = outer.scrollHeight
    }
    const look = () => {
      const left = outer.scrollHeight - outer.scrollTop - outer.clientHeight
      // What has just grown is not yet at its end either; only who goes up leaves it.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is what brings the end into view
  useEffect(() => {
    isAtEnd.current = true
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  const leave = () => {
    isAtEnd.current = false
  }
  return { box, content, leave }
}
