import type { Chime, Ringtone } from '@patchbay/contract/platform/notification-constants'

// Sounds are synthesised with Web Audio: no files to load. Browsers allow sound only after the first click or key on the page.

type Note = { hertz: number; at: number; seconds: number; type?: OscillatorType }

const trill = (low: number, high: number): Note[] =>
  Array.from({ length: 12 }, (_, index) => ({ hertz: index % 2 ? high : low, at: index * 0.06, seconds: 0.07 }))

const RINGTONES: Record<Ringtone, Note[]> = {
  classic: [...trill(440, 480), ...trill(440, 480).map((note) => ({ ...note, at: note.at + 1 }))],
  marimba: [523, 659, 784, 1047, 784, 659].map((hertz, index) => ({ hertz, at: index * 0.16, seconds: 0.3 })),
  pulse: [0, 0.25, 0.8, 1.05].map((at) => ({ hertz: 620, at, seconds: 0.14, type: 'triangle' })),
}

const CHIMES: Record<Chime, Note[]> = {
  drop: [
    { hertz: 880, at: 0, seconds: 0.12 },
    { hertz: 1175, at: 0.09, seconds: 0.25 },
  ],
  bell: [
    { hertz: 1319, at: 0, seconds: 0.7 },
    { hertz: 2637, at: 0, seconds: 0.35 },
  ],
  knock: [0, 0.13].map((at) => ({ hertz: 180, at, seconds: 0.08, type: 'triangle' })),
}

const VOLUME = 0.18
const RING_EVERY_MS = 3_000

let context: AudioContext | undefined
const listeners = new Set<() => void>()
const GESTURES = ['pointerdown', 'keydown'] as const

/** The first gesture on the page unlocks its sound. */
const unlock = (): void => {
  context ??= new AudioContext()
  void context.resume().then(() => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, unlock)
    for (const listener of listeners) listener()
  })
}

/** For useSyncExternalStore: whether the browser lets this page make sounds. */
export const soundLock = {
  isOpen: (): boolean => context?.state === 'running',
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    for (const gesture of GESTURES) window.addEventListener(gesture, unlock)
    // The user may have clicked before this script was loaded.
    if (context === undefined && navigator.userActivation?.hasBeenActive) unlock()
    return () => void listeners.delete(listener)
  },
}

const play = (notes: readonly Note[]): void => {
  if (context?.state !== 'running') return
  for (const { hertz, at, seconds, type = 'sine' } of notes) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    const start = context.currentTime + at
    oscillator.type = type
    oscillator.frequency.value = hertz
    // A soft attack and decay: a tone that starts or ends at once clicks.
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + seconds + 0.02)
  }
}

export const playChime = (chime: Chime): void => play(CHIMES[chime])

export const playRingtone = (ringtone: Ringtone): void => play(RINGTONES[ringtone])

/** Rings until the returned function is called. */
export const startRinging = (ringtone: Ringtone): (() => void) => {
  playRingtone(ringtone)
  const timer = setInterval(() => playRingtone(ringtone), RING_EVERY_MS)
  return () => clearInterval(timer)
}
