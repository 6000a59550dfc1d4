type Timed = { start: number; end: number }

/** What is being said at this second: the last segment that has begun, while it or the pause after it lasts. */
export const currentSegment = (segments: readonly Timed[], second: number | undefined): number =>
  second === undefined ? -1 : segments.findLastIndex(({ start }) => start <= second)
