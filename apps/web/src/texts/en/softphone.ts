// Used only by the softphone and the call cards, and loaded with the first of them (texts/softphone.ts).

export const softphone = {
  phone: (code: string) => `Phone ${code}`,
  statuses: {
    connecting: 'Connecting…',
    registered: 'Ready',
    unregistered: 'Offline',
    'needs-permission': 'Microphone blocked',
    failed: 'Not available',
  },
  calls: {
    incoming: (phone: string) => `Incoming call: ${phone}`,
    ringing: (phone: string) => `Calling ${phone}`,
    talking: (phone: string) => `In a call: ${phone}`,
  },
  problems: {
    'no-answer': 'The softphone does not respond.',
    'link-used': 'The link to the softphone has expired.',
    'no-microphone': 'No microphone was found.',
    'unknown-version': 'This softphone needs a newer version of the workspace.',
    reload: 'The softphone was added after this page was opened.',
  },
  allowMicrophone: 'Allow the microphone for this page in your browser to make calls.',
  otherTab: 'The phone is open in another tab. You can control its calls from here.',
  number: 'Phone number',
  dial: 'Call',
  answer: 'Answer',
  decline: 'Decline',
  hangUp: 'Hang up',
  mute: 'Mute',
  hold: 'Hold',
  pickUp: 'Pick up',
  retry: 'Try again',
  reload: 'Reload page',
}
