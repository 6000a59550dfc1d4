import type { CallTranscript } from '@patchbay/sdk/shapes'

// What the two speakers of a generated recording would have said: a line for each of their turns (tones.ts).

const TURN_SECONDS = 1.6
const LONGEST_SECONDS = 60

const LINES = [
  'Fern and Field, good morning. How can I help?',
  'Good morning. Do you still have the olive tree from your catalogue?',
  'Yes, two of them, a hundred and twenty centimetres.',
  'Wonderful. Could you deliver one on Saturday?',
  'On Saturday before noon. Shall I reserve it for you?',
  'Please do. And a bag of soil with it.',
  'Noted. You get a payment link by email.',
  'Thank you, I will pay it today.',
  'Is there anything else that I can do for you?',
  'No, that was all. Goodbye!',
] as const

/** Of a call of this length; the same for the same length. */
export const scriptedTranscript = (callExternalId: string, seconds: number): CallTranscript => {
  const length = Math.min(Math.max(seconds, 1), LONGEST_SECONDS)
  const turns = Math.ceil(length / TURN_SECONDS)
  return {
    callExternalId,
    segments: Array.from({ length: turns }, (_, turn) => ({
      start: Math.round(turn * TURN_SECONDS * 10) / 10,
      end: Math.min(length, Math.round((turn + 1) * TURN_SECONDS * 10) / 10),
      speaker: turn % 2 === 0 ? 'manager' : 'customer',
      text: LINES[turn % LINES.length] ?? LINES[0],
    })),
  }
}
