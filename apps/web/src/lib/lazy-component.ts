import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A named export as a lazy component, and a function that loads it ahead of its first use. */
export const lazyComponent = <Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): [LazyExoticComponent<ComponentType<Props>>, preload: () => void] => [
  lazy(async () => ({ default: (await load())[name] })),
  // A preload that fails is not reported: using the component loads it again.
  () => void load().catch(() => undefined),
]
