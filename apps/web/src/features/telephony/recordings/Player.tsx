import { ActionIcon, Button, Group, SegmentedControl, Slider, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'

const SPEEDS = ['1', '1.5', '2']

/** For a transcript beside the player. */
export type PlayerControl = {
  /** Plays from this second on. */
  playFrom: (seconds: number) => void
}

type PlayerProps = {
  callId: number
  control?: RefObject<PlayerControl | null>
  /** Called while it plays, with the second. */
  onTime?: (seconds: number) => void
}

/** Fetch nothing before the user clicks play: each playback is logged. */
export const Player = ({ callId, control, onTime }: PlayerProps) => {
  const { calls: texts } = useTexts()
  const [start, setStart] = useState<number>()
  const playing = useRef<PlayerControl>(null)
  useImperativeHandle(control, () => ({
    playFrom: (seconds) => (playing.current ? playing.current.playFrom(seconds) : setStart(seconds)),
  }))
  if (start === undefined) {
    return (
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        leftSection={<IconPlayerPlay size={12} aria-hidden />}
        onClick={() => setStart(0)}
        style={{ position: 'relative', zIndex: 1 }}
      >
        {texts.listen}
      </Button>
    )
  }
  return <Playing address={`/workspace/calls/${callId}/recording`} start={start} control={playing} onTime={onTime} />
}

type PlayingProps = {
  address: string
  /** Above zero: it begins to play there, as somebody clicked on that moment. */
  start: number
  control: RefObject<PlayerControl | null>
  onTime: PlayerProps['onTime']
}

const Playing = ({ address, start, control, onTime }: PlayingProps) => {
  const { calls: texts } = useTexts()
  const format = useFormat()
  const audio = useRef<HTMLAudioElement>(null)
  const [at, setAt] = useState(start)
  const [length, setLength] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState('1')
  const [broken, setBroken] = useState(false)
  const play = () => void audio.current?.play().catch(() => setBroken(true))
  const toggle = () => (playing ? audio.current?.pause() : play())
  const moveTo = (seconds: number) => {
    setAt(seconds)
    onTime?.(seconds)
  }
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    moveTo(seconds)
  }
  const playFrom = (seconds: number) => {
    seek(seconds)
    play()
  }
  useImperativeHandle(control, () => ({ playFrom }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the player appears
  useEffect(() => {
    if (start > 0) playFrom(start)
  }, [])
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
      {/* biome-ignore lint/a11y/useMediaCaption: a transcript, where there is one, is beside the player */}
      <audio
        ref={audio}
        src={address}
        preload="metadata"
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onTimeUpdate={(event) => moveTo(event.currentTarget.currentTime)}
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
