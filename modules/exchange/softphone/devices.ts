// The microphone and the speaker: permission, choice, and the sound of the other side.

export type Devices = {
  /** For getUserMedia. */
  constraints: () => MediaStreamConstraints
  list: (kind: 'audioinput' | 'audiooutput') => Promise<MediaDeviceInfo[]>
  chosen: (kind: 'audioinput' | 'audiooutput') => string
  choose: (kind: 'audioinput' | 'audiooutput', id: string) => void
  play: (stream: MediaStream) => void
}

/** Asks for the microphone once, before a call needs it. */
export const requestMicrophone = async (): Promise<'granted' | 'needs-permission' | 'no-microphone'> => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    return 'granted'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError' ? 'no-microphone' : 'needs-permission'
  }
}

export const createDevices = (): Devices => {
  const chosen = { audioinput: '', audiooutput: '' }
  const audio = new Audio()
  audio.autoplay = true
  return {
    constraints: () => ({
      audio: chosen.audioinput === '' ? true : { deviceId: { exact: chosen.audioinput } },
      video: false,
    }),
    list: async (kind) => (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === kind),
    chosen: (kind) => chosen[kind],
    choose: (kind, id) => {
      chosen[kind] = id
      // Not in all browsers: then the system's speaker stays.
      if (kind === 'audiooutput' && 'setSinkId' in audio) void audio.setSinkId(id).catch(() => undefined)
    },
    play: (stream) => {
      audio.srcObject = stream
    },
  }
}
