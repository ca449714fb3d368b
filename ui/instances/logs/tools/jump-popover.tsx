import { Clock } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { InputOf } from '../../../../src/contract/contract.ts'
import { failureWords } from '../../../../src/core/failure.ts'
import type { LogAddress } from '../../../../src/logs/log-of-topic.ts'
import { useRead } from '../../../app/use-read.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Popover } from '../../../parts/overlay/popover.tsx'
import css from './jump-popover.module.css'
import { fieldTime, instantOf, type Zone } from './zone-time.ts'

type JumpProps = {
  log: LogAddress
  zone: Zone
  /** The time of what is in view, in milliseconds since 1970. */
  fromMs: () => number
  onFound: (sequence: number) => void
}

export const JumpPopover = (props: JumpProps) => {
  const [isOpen, setOpen] = useState(false)
  const found = (sequence: number) => {
    setOpen(false)
    props.onFound(sequence)
  }
  return (
    <Popover
      title="Jump to a time"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" look="quiet" icon={<Clock />} aria-label="Jump to a time">
          <span className={css.word}>Jump</span>
        </Button>
      }
    >
      <JumpForm {...props} onFound={found} />
    </Popover>
  )
}

const JumpForm = ({ log, zone, fromMs, onFound }: JumpProps) => {
  const [time, setTime] = useState(() => fieldTime(fromMs(), zone))
  const [asked, setAsked] = useState<InputOf<'findLogPlace'> | null>(null)
  const { data, retry } = useRead('findLogPlace', asked)
  const at = instantOf(time, zone)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is gone to once
  useEffect(() => {
    if (data.kind === 'loaded') onFound(data.value.sequence)
  }, [data])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (at === null) return
    const input = { ...log, at }
    if (data.kind === 'failed' && asked?.at === at) retry()
    else setAsked(input)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={zone === 'utc' ? 'Time (UTC)' : 'Time (yours)'}
        type="datetime-local"
        step={1}
        value={time}
        hint="The first line written then or later is shown."
        error={data.kind === 'failed' ? failureWords(data.failure) : undefined}
        onChange={(event) => setTime(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={at === null} busy={data.kind === 'loading'}>
        Go
      </Button>
    </form>
  )
}
