import { Clock } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { InputOf } from '../../../../src/contract/contract.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import type { LogAddress } from '../../../../src/logs/log-of-topic.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Popover } from '../../../parts/overlay/popover.tsx'
import css from './jump-popover.module.css'
import { fieldTime, instantOf, type Zone } from './zone-time.ts'

type JumpProps = {
  log: LogAddress
  zone: Zone
  /** The time of the first visible line, in milliseconds since 1970. */
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
        <Button size="small" variant="quiet" icon={<Clock />} aria-label="Jump to a time">
          <span className={css.label}>Jump</span>
        </Button>
      }
    >
      <JumpForm {...props} onFound={found} />
    </Popover>
  )
}

const JumpForm = ({ log, zone, fromMs, onFound }: JumpProps) => {
  const [time, setTime] = useState(() => fieldTime(fromMs(), zone))
  const [submitted, setSubmitted] = useState<InputOf<'findLogPosition'> | null>(null)
  const { data, retry } = useQuery('findLogPosition', submitted)
  const at = instantOf(time, zone)

  // biome-ignore lint/correctness/useExhaustiveDependencies: jumps once for each response
  useEffect(() => {
    if (data.kind === 'loaded') onFound(data.value.sequence)
  }, [data])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (at === null) return
    const input = { ...log, at }
    if (data.kind === 'failed' && submitted?.at === at) retry()
    else setSubmitted(input)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={zone === 'utc' ? 'Time (UTC)' : 'Time (local)'}
        placeholder="dd/mm/yyyy hh:mm:ss"
        autoComplete="off"
        mono
        value={time}
        hint="Shows the first line at or after this time."
        error={data.kind === 'failed' ? failureMessage(data.failure) : undefined}
        onChange={(event) => setTime(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={at === null} busy={data.kind === 'loading'}>
        Go
      </Button>
    </form>
  )
}
