import { ActionIcon, Button, Group, SegmentedControl, Slider, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'

const SPEEDS = ['1', '1.5', '2']

/** Fetch nothing before the user clicks play: each playback is logged. */
export const Player = ({ callId }: { callId: number }) => {
  const { calls: texts } = useTexts()
  const [wanted, setWanted] = useState(false)
  if (!wanted) {
    return (
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        leftSection={<IconPlayerPlay size={12} aria-hidden />}
        onClick={() => setWanted(true)}
        style={{ position: 'relative', zIndex: 1 }}
      >
        {texts.listen}
      </Button>
    )
  }
  return <Playing address={`/workspace/calls/${callId}/recording`} />
}

const Playing = ({ address }: { address: string }) => {
  const { calls: texts } = useTexts()
  const format = useFormat()
  const audio = useRef<HTMLAudioElement>(null)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState('1')
  const [broken, setBroken] = useState(false)
  const toggle = () => (playing ? audio.current?.pause() : void audio.current?.play().catch(() => setBroken(true)))
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    setAt(seconds)
  }
  const changeSpeed = (next: string) => {
    if (audio.current) audio.current.playbackRate = Number(next)
    setSpeed(next)
  }
  if (broken) {
    return (
      <Text size="xs" c="var(--app-bad)" role="alert">
        {texts.notPlayable}
      </Text>
    )
  }
  return (
    <Group gap="xs" mt={4} wrap="nowrap" miw={260} style={{ position: 'relative', zIndex: 1 }}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions for telephone calls */}
      <audio
        ref={audio}
        src={address}
        preload="metadata"
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setBroken(true)}
      />
      <ActionIcon variant="default" radius="xl" aria-label={texts.listen} aria-pressed={playing} onClick={toggle}>
        {playing ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
      </ActionIcon>
      <Slider
        flex={1}
        size="sm"
        label={null}
        thumbLabel={texts.recording}
        min={0}
        max={Number.isFinite(length) && length > 0 ? length : 1}
        step={0.1}
        value={at}
        onChange={seek}
      />
      <Text size="xs" className="tabular">
        {format.duration(at)}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={texts.speed}
        data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        value={speed}
        onChange={changeSpeed}
      />
    </Group>
  )
}
